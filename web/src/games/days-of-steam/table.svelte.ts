// A table as the page of Days of Steam sees it: its view and question, and what is half chosen.
import { untrack } from 'svelte'
import type { TableLive } from '../../lib/live.svelte'
import type { Play } from '../page'
import { bestOf, fitOf, nameOf, placeNamed, reachOf, spokenOf, spotOf, turned, type Direction } from './grid'
import type { Because, Best, BoardView, Fit, KindView, LayChoice, Look, Past, PlayerView, Question, Reach, TableState, TownChoice, View, Walk, Ways, WayView } from './types'

const CROSS_FOR = 4000

/** What is in hand: a tile by its place in the hand, or a town by its number on the table. */
export type Card = { what: 'tile'; n: number } | { what: 'town'; n: number }

export class DaysTable implements Play {
  readonly live: TableLive

  /** Which of the things a turn can be is being looked at. */
  moving = $state(false)
  card = $state.raw<Card | null>(null)
  /** How each tile of the hand is turned, by its place there. */
  turns = $state.raw<Record<number, number>>({})
  spot = $state<number | null>(null)
  pointed = $state<number | null>(null)
  /** Where the train is to go. */
  goal = $state<number | null>(null)
  #way = $state<string | null>(null)
  /** A way walked tile by tile. */
  walked = $state.raw<{ places: number[]; takes: string[]; take: string } | null>(null)
  /** What is picked up before all else, wherever the train goes. */
  #first = ''
  crossed = $state<number | null>(null)
  coal = $state(1)
  /** A tile that is dragged from the hand, where the pointer is. */
  drag = $state.raw<{ x: number; y: number } | null>(null)
  /** Where a bot would lay a tile, or go. */
  advised = $state<number | null>(null)
  /** The place under a point of the screen; the board says it. */
  under: ((x: number, y: number) => number | null) | null = null
  #crossTimer: ReturnType<typeof setTimeout> | undefined

  /** Whether something is chosen and only waits for its button. */
  chosen: boolean = $derived.by(() => this.fit !== null || this.way !== null)

  constructor(live: TableLive) {
    this.live = live
    live.onfound = (about, found) => {
      if ((about as unknown as Look).what === 'why') live.because = { text: (found as Because).text }
    }
  }

  get table() { return this.live.table as TableState | null }
  get board() { return this.live.board as BoardView | null }
  get terms() { return this.board?.terms }
  get past() { return this.live.past as Past | null }

  view: View | null = $derived.by(() => this.live.view as View | null)
  question: Question | null = $derived.by(() => (this.live.past ? null : ((this.live.table as TableState | null)?.question ?? null)))
  /** Whose hand is shown: of who is asked, else one's own. */
  seat: number | null = $derived.by(() => this.question?.seat ?? this.live.table?.mine[0] ?? null)
  me: PlayerView | null = $derived.by(() => (this.seat === null ? null : (this.view?.players[this.seat] ?? null)))
  hand: number[] = $derived(this.me?.hand.filter((kind) => kind >= 0) ?? [])

  // Laying ---------------------------------------------------------------------------------------------

  /** The town drawn unseen comes into the hand of itself. */
  placing: TownChoice | null = $derived.by(() => (this.question?.kind === 'place' ? (this.question.towns[0] ?? null) : null))
  kind: KindView | null = $derived.by(() => (this.card?.what === 'tile' ? this.kindOf(this.hand[this.card.n]) : null))
  town: TownChoice | null = $derived.by(() => {
    const card = this.card
    return this.placing ?? (card?.what === 'town' ? (this.question?.towns.find((town) => town.number === card.n) ?? null) : null)
  })
  turn: number = $derived.by(() => (this.card?.what === 'tile' ? this.turnOf(this.card.n) : 0))
  lay: LayChoice | null = $derived.by(() => {
    const card = this.card
    if (card?.what !== 'tile') return null
    return this.question?.lays.find((lay) => lay.kind === this.hand[card.n]) ?? null
  })
  /** Where what is in hand fits, by place. */
  fits: Map<number, Fit[]> = $derived.by(() => {
    const out = new Map<number, Fit[]>()
    if (this.moving) return out
    const rows = this.town ? this.question?.town_fits : this.lay?.fits
    for (const row of rows ?? []) {
      const fit = fitOf(row)
      out.set(fit.place, [...(out.get(fit.place) ?? []), fit])
    }
    return out
  })
  /** While nothing is in hand: every place where something of the hand fits. */
  anywhere: Set<number> = $derived.by(() => {
    if (this.moving || this.card || this.placing || !this.question) return new Set<number>()
    const rows = [...this.question.lays.flatMap((lay) => lay.fits)]
    return new Set(rows.map((row) => fitOf(row).place))
  })
  /** The fit that is chosen, or pointed at. */
  fit: Fit | null = $derived.by(() => (this.spot === null ? null : this.#fitAt(this.spot)))
  preview: Fit | null = $derived.by(() => this.fit ?? (this.pointed === null ? null : this.#fitAt(this.pointed)))

  #fitAt(place: number): Fit | null {
    const there = this.fits.get(place)
    return there?.find((fit) => fit.turn === this.turn) ?? (this.town ? (there?.[0] ?? null) : null)
  }

  kindOf(kind: number | undefined): KindView | null {
    return kind === undefined ? null : (this.board?.kinds[kind] ?? null)
  }

  turnOf(n: number): number {
    return this.turns[n] ?? this.kindOf(this.hand[n])?.turns[0] ?? 0
  }

  name(place: number): string {
    return this.board ? nameOf(this.board, place) : ''
  }

  at(place: number) {
    return spotOf(this.board!, place)
  }

  /** Take a card in hand; once more turns a tile. */
  take(card: Card): void {
    this.live.cancel()
    this.uncross()
    if (!this.question || this.placing) return
    const same = this.card?.what === card.what && this.card.n === card.n && !this.moving
    this.moving = false
    this.goal = this.walked = null
    if (same) {
      if (card.what === 'tile') this.rotate(1)
      return
    }
    this.card = card
    this.spot = null
  }

  /** Turn the tile in hand; where it lies as a ghost, to the next rotation that fits there. */
  rotate(by: number): void {
    const card = this.card
    if (card?.what !== 'tile' || !this.kind) return
    const there = this.spot === null ? null : this.fits.get(this.spot)
    const turns = there ? this.kind.turns.filter((turn) => there.some((fit) => fit.turn === turn)) : this.kind.turns
    if (there && turns.length < 2) {
      this.live.because = { text: `Only this way it fits on ${this.name(this.spot!)}.` }
      return
    }
    this.turns = { ...this.turns, [card.n]: turned(turns, this.turn, by) }
  }

  /** Put the ghost on a place; a tile that fits only after a turn is turned. */
  put(place: number): void {
    this.live.cancel()
    this.uncross()
    const there = this.fits.get(place)
    if (!there) return this.why(place)
    if (this.card?.what === 'tile' && !there.some((fit) => fit.turn === this.turn)) {
      this.turns = { ...this.turns, [this.card.n]: there[0]!.turn }
    }
    this.spot = place
  }

  /** The sentence of what is in hand on a place. */
  sentence(place: number, turn = this.turn): string | null {
    const choice = this.town ?? this.lay
    if (!choice || !this.board) return null
    return choice.sentence.replace('{place}', this.name(place)).replace('{side}', this.board.sides[turn] ?? 'N')
  }

  confirmLay(): boolean {
    if (!this.fit || this.spot === null) return false
    const sentence = this.sentence(this.spot, this.fit.turn)
    if (sentence) this.live.act(sentence)
    return !!sentence
  }

  // Moving ---------------------------------------------------------------------------------------------

  reached: Map<number, Reach> = $derived.by(() => {
    const out = new Map<number, Reach>()
    for (const row of this.question?.move?.reached ?? []) {
      const reach = reachOf(row)
      const other = out.get(reach.place)
      if (!other || other.least > reach.least) out.set(reach.place, { ...reach, points: Math.max(reach.points, other?.points ?? 0) })
    }
    return out
  })
  best: Best[] = $derived.by(() => (this.question?.move?.best ?? []).map(bestOf))
  ways: WayView[] | null = $derived.by(() => {
    if (this.goal === null) return null
    return (this.#found({ what: 'ways', place: this.goal, sentence: '' }) as Ways | null)?.ways ?? null
  })
  walk: Walk | null = $derived.by(() => (this.moving ? (this.#found(this.#walkLook()) as Walk | null) : null))
  /** The way that would be gone. */
  way: WayView | null = $derived.by(() => {
    if (!this.moving) return null
    if (this.walked?.places.length) return this.walk?.way ?? null
    const said = this.ways?.find((way) => way.sentence === this.#way)
    const taking = this.#first && this.ways?.find((way) => way.steps[0]?.picks === this.#first)
    return said || taking || this.ways?.[0] || null
  })
  wayNumber: number = $derived.by(() => (this.way && this.ways ? this.ways.indexOf(this.way) : -1))

  #found(look: Look): unknown {
    return this.live.found.get(JSON.stringify(look))?.found ?? null
  }

  #walkLook(): Look {
    const { places = [], takes = [] } = this.walked ?? {}
    const words = places.flatMap((place, n) => [...(takes[n] ? ['take', takes[n]] : []), this.name(place)])
    return { what: 'walk', place: this.me?.train.place ?? 0, sentence: words.length ? `move ${words.join(' ')}` : '' }
  }

  #askWalk(): void {
    this.live.look({ ...this.#walkLook() })
  }

  startMoving(): void {
    this.live.cancel()
    this.uncross()
    this.card = this.spot = this.pointed = null
    if (!this.question?.move) {
      if (this.question?.why_no_move) this.live.because = { text: this.question.why_no_move }
      return
    }
    this.moving = true
    this.#askWalk()
  }

  startLaying(): void {
    this.live.cancel()
    this.moving = false
    this.goal = this.walked = this.#way = null
  }

  go(place: number, sentence: string | null = null): void {
    this.live.cancel()
    this.uncross()
    this.card = this.spot = null
    this.moving = true
    this.#first = (this.walked?.places.length ? this.walked.takes[0] : this.walked?.take) ?? ''
    this.walked = null
    if (!this.reached.has(place)) return this.why(place)
    this.goal = place
    this.#way = sentence
    this.live.look({ what: 'ways', place, sentence: '' })
  }

  /** Go a way that a sentence says, tile by tile. */
  follow(sentence: string): void {
    const places: number[] = []
    const takes: string[] = []
    let take = ''
    const words = sentence.split(' ').slice(1)
    for (let n = 0; n < words.length; n++) {
      if (words[n] === 'take') {
        take = words[++n] ?? ''
        continue
      }
      const place = placeNamed(this.board!, words[n]!)
      if (place === null) return
      places.push(place)
      takes.push(take)
      take = ''
    }
    this.live.cancel()
    this.uncross()
    this.card = this.spot = this.goal = null
    this.moving = true
    this.walked = { places, takes, take: '' }
    this.#askWalk()
  }

  choose(way: WayView): void {
    this.#way = way.sentence
  }

  otherWay(by = 1): boolean {
    const ways = this.ways ?? []
    if (this.walked?.places.length || ways.length < 2) return false
    this.#way = ways[(this.wayNumber + by + ways.length) % ways.length]!.sentence
    return true
  }

  /** Pick up or not: on the tile one has walked to, or the next way that takes other goods. */
  pick(): boolean {
    if (this.walked || this.goal === null) {
      const goods = ['', ...(this.walk?.goods ?? [])]
      const now = this.walked ?? { places: [], takes: [], take: '' }
      this.walked = { ...now, take: goods[(goods.indexOf(now.take) + 1) % goods.length]! }
      return true
    }
    const taken = (way: WayView) => way.steps.map((step) => step.picks).join()
    const ways = this.ways ?? []
    const on = [...ways.slice(this.wayNumber + 1), ...ways.slice(0, this.wayNumber)]
    const next = this.way && on.find((way) => taken(way) !== taken(this.way!))
    if (next) this.#way = next.sentence
    return !!next
  }

  /** Pick up a good on the tile where the way stands, before it goes on; once more, not. */
  pickUp(colour: string): void {
    const now = this.walked ?? { places: [], takes: [], take: '' }
    this.walked = { ...now, take: now.take === colour ? '' : colour }
  }

  /** One tile on in a direction, or false where none lies. */
  step(direction: Direction): boolean {
    const now = this.walked ?? { places: [], takes: [], take: '' }
    const from = this.at(now.places.at(-1) ?? this.me!.train.place)
    const next = this.walk?.onward.find(({ x, y }) => {
      const [dx, dy] = [x - from.x, y - from.y]
      return direction === 'right' ? dx > 0 : direction === 'left' ? dx < 0 : direction === 'down' ? dy > 0 : dy < 0
    })
    if (next) this.stepTo(next.place)
    return !!next
  }

  /** One tile on to a place beside the last. */
  stepTo(place: number): void {
    const now = this.walked ?? { places: [], takes: [], take: '' }
    this.live.cancel()
    this.goal = null
    this.walked = { places: [...now.places, place], takes: [...now.takes, now.take], take: '' }
    this.#askWalk()
  }

  stepBack(): boolean {
    const now = this.walked
    if (!now?.places.length) return false
    this.walked = { places: now.places.slice(0, -1), takes: now.takes.slice(0, -1), take: '' }
    this.#askWalk()
    return true
  }

  confirmMove(): boolean {
    if (this.way) this.live.act(this.way.sentence)
    return !!this.way
  }

  // Everything -----------------------------------------------------------------------------------------

  /** Ask why something cannot be done on a place, and cross it. */
  why(place: number): void {
    const sentence = this.moving ? `move to ${this.name(place)}` : this.sentence(place)
    if (!sentence) return
    this.live.cancel()
    this.live.look({ what: 'why', place, sentence }, true)
    this.crossed = place
    clearTimeout(this.#crossTimer)
    this.#crossTimer = setTimeout(() => (this.crossed = null), CROSS_FOR)
  }

  uncross(): void {
    clearTimeout(this.#crossTimer)
    this.crossed = null
  }

  /** Bring a sentence into the control and onto the map without saying it. */
  show(sentence: string): void {
    const [verb = '', ...words] = sentence.split(' ')
    this.startLaying()
    this.card = this.spot = null
    const place = placeNamed(this.board!, words[1] ?? words[0] ?? '')
    if (verb === 'move') return this.follow(sentence)
    if (verb === 'burn') this.coal = Number(words[0])
    if (verb === 'lay') {
      const n = this.hand.findIndex((kind) => this.kindOf(kind)?.id === words[0])
      if (n < 0) return
      this.card = { what: 'tile', n }
      this.turns = { ...this.turns, [n]: this.board!.sides.indexOf(words[2] ?? '') }
    }
    if (verb === 'town') this.card = { what: 'town', n: Number(words[0]) - 1 }
    if (['lay', 'town', 'place'].includes(verb) && place !== null) this.put(place)
  }

  /** Show what a bot would do, or nothing any more. */
  advise(sentence: string | null): void {
    // Only its coming is told: what somebody chooses afterwards stays chosen.
    untrack(() => {
      this.clear()
      if (!sentence) return
      this.show(sentence)
      this.advised = spokenOf(this.board!, sentence).at(-1) ?? null
    })
  }

  act(sentence: string | null | undefined): void {
    if (sentence) this.live.act(sentence)
  }

  clear(): void {
    this.card = this.spot = this.pointed = this.goal = this.walked = this.#way = this.drag = this.advised = null
    this.turns = {}
    this.moving = false
    this.coal = 1
    this.uncross()
  }

  back(): boolean {
    if (this.live.unsure || this.live.refused || this.live.because) {
      this.live.cancel()
      this.uncross()
    } else if (this.spot !== null) this.spot = null
    else if (this.goal !== null || this.walked) this.goal = this.walked = this.#way = null
    else if (this.moving) this.moving = false
    else if (this.card) this.card = null
    else return false
    return true
  }

  /** What Enter does while nothing else has the focus. */
  confirm(): boolean {
    if (this.live.unsure) this.live.sure()
    else if (this.moving) return this.confirmMove()
    else return this.confirmLay()
    return true
  }

  key(event: KeyboardEvent): boolean {
    if (!this.question) return false
    const { key } = event
    if (/^[1-3]$/.test(key) && this.hand[Number(key) - 1] !== undefined) return this.take({ what: 'tile', n: Number(key) - 1 }), true
    if (/^[45]$/.test(key) && this.question.towns.some((town) => town.number === Number(key) - 4)) return this.take({ what: 'town', n: Number(key) - 4 }), true
    switch (key) {
      case '6': this.act(this.question.blind); return true
      case 'r': case 'R': this.rotate(event.shiftKey ? -1 : 1); return true
      case 'm': case 'M': this.moving ? this.startLaying() : this.startMoving(); return true
      case 'l': case 'L': this.startLaying(); return true
      case 'w': case 'W': this.act(this.question.water); return true
      case 'c': case 'C': document.querySelector<HTMLElement>('#coal [role=spinbutton]')?.focus(); return true
      case 'p': case 'P': return this.moving && this.pick()
      case 'Backspace': return this.moving && this.stepBack()
      case 'Tab': return this.moving && !event.shiftKey && this.otherWay()
    }
    return false
  }
}
