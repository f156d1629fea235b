// What the person is about to choose: shared by the board, which previews it, and the panel, which says it.
import type { SteamTable } from './table.svelte'
import type { AnswerChoice, DeliveryChoice, TileChoice, View } from './types'

export interface CubeAt {
  hex: number
  colour: string
}

const CROSS_FOR = 4000

export class Choice {
  readonly live: SteamTable

  // Building
  hex = $state<number | null>(null)
  tileAt = $state(0)
  /** A tile that is to be shown as soon as those of its hex are known. */
  #shown: string | null = null
  /** Whether a New City is being placed rather than track built. */
  placing = $state(false)
  letter = $state<string | null>(null)
  town = $state<number | null>(null)

  /** The hex of an answer that is chosen on the board. */
  spot = $state<number | null>(null)

  // Moving
  cube = $state.raw<CubeAt | null>(null)
  /** Kept by its sentence: the same question may be told anew while somebody thinks. */
  #delivery = $state<string | null>(null)
  /** A delivery that is only pointed at in the list. */
  preview = $state.raw<DeliveryChoice | null>(null)

  // Pointing
  pointed = $state<number | null>(null)
  /** The hex with the cross of a refusal. */
  crossed = $state<number | null>(null)
  #crossTimer: ReturnType<typeof setTimeout> | undefined

  constructor(live: SteamTable) {
    this.live = live
  }

  question = $derived.by(() => this.live.question)
  build = $derived.by(() => this.live.question?.build ?? null)
  move = $derived.by(() => this.live.question?.move ?? null)

  // Building -------------------------------------------------------------------------------------------

  tiles: TileChoice[] | null = $derived.by(() =>
    this.hex === null ? null : (this.live.tiles.get(this.hex) ?? null),
  )
  tile: TileChoice | null = $derived(this.tiles?.[this.tileAt] ?? null)
  /** The tile shown on the board: the chosen one, or the best of the hex pointed at. */
  ghost: { hex: number; tile: TileChoice } | null = $derived.by(() => {
    if (this.hex !== null) return this.tile && { hex: this.hex, tile: this.tile }
    if (this.pointed === null || this.placing) return null
    const tile = this.live.tiles.get(this.pointed)?.[0]
    return tile ? { hex: this.pointed, tile } : null
  })
  /** The hexes that light up. */
  possible: number[] = $derived.by(() => {
    if (!this.build) return this.move ? [] : [...new Set([...this.spots.keys(), ...this.further])]
    return this.placing ? this.towns : this.build.hexes.map((choice) => choice.hex)
  })
  /** Answers that are chosen on the board, by their hexes. */
  spots: Map<number, AnswerChoice> = $derived.by(() => {
    const found = new Map<number, AnswerChoice>()
    for (const answer of this.question?.answers ?? []) for (const hex of answer.hexes) if (!found.has(hex)) found.set(hex, answer)
    return found
  })
  /** Hexes whose answers are told when one of them is chosen. */
  further: number[] = $derived.by(() => this.question?.spots ?? [])
  /** The answers of the chosen hex: with several, one of them is still to be chosen. */
  there: AnswerChoice[] = $derived.by(() => (this.spot === null ? [] : this.answersAt(this.spot)))
  answer: AnswerChoice | null = $derived(this.there.length === 1 ? this.there[0]! : null)
  /** The New City in hand, with the towns it may go to. */
  city = $derived.by(() => this.build?.cities.find((city) => city.letter === this.letter) ?? null)
  /** The towns for the New City in hand, or for any. */
  towns: number[] = $derived.by(() => {
    const cities = this.city ? [this.city] : (this.build?.cities ?? [])
    return [...new Set(cities.flatMap((city) => city.hexes))]
  })

  answersAt(hex: number): AnswerChoice[] {
    return (this.question?.answers ?? []).filter((answer) => answer.hexes.includes(hex))
  }

  chooseHex(hex: number): void {
    if (!this.build && (this.spots.has(hex) || this.further.includes(hex))) {
      this.spot = hex
      if (!this.spots.has(hex)) this.live.where(hex)
      else if (this.live.coach?.point && this.answer) this.live.act(this.answer.sentence)
      return
    }
    if (this.placing) {
      this.town = hex
      return
    }
    if (this.hex !== hex) {
      this.hex = hex
      this.tileAt = 0
      this.#shown = this.live.coach?.want ?? null
    }
    this.live.look(hex)
    this.told()
  }

  turnTile(by: number): void {
    const count = this.tiles?.length ?? 0
    if (count) this.tileAt = (this.tileAt + by + count) % count
  }

  buildTile(): void {
    if (this.tile && !this.tile.missing) this.live.act(this.tile.sentence)
  }

  /** Ask for a New City, with the only one already in hand. */
  place(): void {
    this.clear()
    this.placing = true
    const cities = this.build?.cities ?? []
    if (cities.length === 1) this.letter = cities[0]!.letter
  }

  placeCity(): void {
    const word = this.town === null ? undefined : this.live.board?.hexes[this.town]?.word
    if (word && this.city) this.live.act(this.city.sentence.replace('*', () => word))
  }

  // Moving ---------------------------------------------------------------------------------------------

  /** The chosen one; of a cube whose ways were only just asked for, the best as soon as it is known. */
  delivery: DeliveryChoice | null = $derived.by(() => {
    const picked = this.move?.deliveries.find((d) => d.sentence === this.#delivery)
    return picked ?? (this.cube && this.listed[0]) ?? null
  })
  /** The delivery drawn on the board. */
  route: DeliveryChoice | null = $derived(this.preview ?? this.delivery)
  /** All deliveries, or those of the chosen cube. */
  listed: DeliveryChoice[] = $derived.by(() => {
    const all = this.move?.deliveries ?? []
    const cube = this.cube
    return cube ? all.filter((d) => d.hex === cube.hex && d.colour === cube.colour) : all
  })
  /** How many there are of those, known or not. */
  count: number = $derived.by(() => {
    const cube = this.cube
    const told = cube ? this.move?.cubes.find((c) => c.hex === cube.hex && c.colour === cube.colour)?.ways : this.move?.ways
    return told || this.listed.length
  })
  /** The other ways of the same cube to the same place. */
  alternatives: DeliveryChoice[] = $derived.by(() => {
    const chosen = this.delivery
    if (!chosen || !this.move) return []
    return this.move.deliveries.filter((d) => sameJourney(d, chosen))
  })
  /** Where the chosen cube can go, with the best each brings. */
  destinations: Map<number, DeliveryChoice> = $derived.by(() => {
    const found = new Map<number, DeliveryChoice>()
    const cube = this.cube ?? this.route
    if (!cube || !this.move) return found
    for (const d of this.move.deliveries) {
      // They come best first, so the first to a place is its best.
      if (d.hex === cube.hex && d.colour === cube.colour && !found.has(goal(d))) found.set(goal(d), d)
    }
    return found
  })

  canMove(cube: CubeAt): boolean {
    return !!this.move?.cubes.some((c) => c.hex === cube.hex && c.colour === cube.colour)
  }

  /** Take a cube in hand, with all its ways. */
  #take(cube: CubeAt): void {
    this.cube = cube
    if (!this.move?.ways || this.listed.length < this.count) this.live.where(cube.hex, cube.colour)
  }

  /** Have all deliveries told. */
  tellAll(): void {
    if (this.listed.length < this.count) this.live.whereAll(this.move?.cubes ?? [])
  }

  chooseCube(cube: CubeAt): void {
    this.preview = null
    if (!this.canMove(cube)) {
      this.cube = this.#delivery = null
      this.ask(cube.hex, cube.colour)
      return
    }
    this.live.cancel()
    this.#delivery = null
    this.#take(cube)
  }

  chooseDelivery(delivery: DeliveryChoice): void {
    this.live.cancel()
    this.preview = null
    this.#take({ hex: delivery.hex, colour: delivery.colour })
    this.#delivery = delivery.sentence
  }

  otherRoute(by = 1): void {
    const at = this.alternatives.indexOf(this.delivery!)
    const count = this.alternatives.length
    if (count) this.#delivery = this.alternatives[(at + by + count) % count]?.sentence ?? null
  }

  deliver(): void {
    if (this.delivery) this.live.act(this.delivery.sentence)
  }

  /** Bring what a sentence says into the controls: a delivery is chosen, a tile is laid as a ghost. */
  show(sentence: string): void {
    this.live.cancel()
    const delivery = this.move?.deliveries.find((d) => d.sentence === sentence)
    if (delivery) this.chooseDelivery(delivery)
    const [verb, word] = sentence.split(' ')
    const hex = verb === 'build' ? (this.live.board?.hexes.findIndex((one) => one.word === word) ?? -1) : -1
    if (hex < 0) return
    this.chooseHex(hex)
    this.#shown = sentence
    this.told()
  }

  /** The tiles of a hex are known: the one that was to be shown is chosen among them. */
  told(): void {
    const at = this.tiles?.findIndex((tile) => tile.sentence === this.#shown) ?? -1
    if (at >= 0) this.tileAt = at
    if (this.tiles) this.#shown = null
  }

  // Everything -----------------------------------------------------------------------------------------

  /** Ask the server why nothing can be done there, and cross the hex. */
  ask(hex: number, colour: string | null = null): void {
    this.live.why(hex, colour)
    this.crossed = hex
    clearTimeout(this.#crossTimer)
    this.#crossTimer = setTimeout(() => (this.crossed = null), CROSS_FOR)
  }

  uncross(): void {
    clearTimeout(this.#crossTimer)
    this.crossed = null
  }

  clear(): void {
    this.hex = this.letter = this.town = this.spot = this.cube = this.#delivery = this.preview = null
    this.tileAt = 0
    this.placing = false
    this.uncross()
  }

  /** One step back: what Esc does. True if there was something to take back. */
  back(): boolean {
    if (this.live.unsure || this.live.refused || this.live.because) {
      this.live.cancel()
      this.uncross()
      return true
    }
    if (this.town !== null) this.town = null
    else if (this.placing || this.hex !== null || this.spot !== null || this.cube) this.clear()
    else return false
    return true
  }

  /** What Enter does while nothing else has the focus. */
  confirm(): boolean {
    // A question has buttons of its own, and the safe one has the focus: nothing is decided in passing.
    if (this.live.unsure) return true
    if (this.placing && this.letter && this.town !== null) this.placeCity()
    else if (this.answer) this.live.act(this.answer.sentence)
    else if (this.tile) this.buildTile()
    else if (this.delivery) this.deliver()
    else return false
    return true
  }
}

export const goal = (d: DeliveryChoice): number => d.stops.at(-1) ?? d.hex

function sameJourney(a: DeliveryChoice, b: DeliveryChoice): boolean {
  return a.hex === b.hex && a.colour === b.colour && goal(a) === goal(b)
}

/** Whether a New City grows with the dark dice. */
export const isDark = (view: View, letter: string): boolean =>
  view.columns.find((column) => column.letter === letter)?.half === 'dark'
