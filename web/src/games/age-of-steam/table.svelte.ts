// A table as the page of Age of Steam sees it: its own view and question, and what was looked at more closely.
import type { TableLive } from '../../lib/live.svelte'
import type { Coach, Play } from '../page'
import { sentence } from '../../lib/words'
import { Choice } from './choice.svelte'
import { spokenOf } from './hexes'
import { withNames } from './question'
import type { BoardView, Look, Past, Prepared, Question, TableState, TileChoice, Tiles, View, Because, Ways } from './types'

const wayKey = (hex: number, colour: string | null) => `${hex} ${colour ?? ''}`

export class SteamTable implements Play {
  readonly live: TableLive
  readonly choice: Choice
  /** What a coach points at, in a lesson. */
  coach = $state.raw<Coach | null>(null)
  /** The hexes of what a bot would do. */
  advised = $state.raw<readonly number[]>([])
  /** Cubes to be asked for one after another, at the length of the log at which they were wanted. */
  #wanted: { hex: number; colour: string }[] = []
  #wantedAt = -1

  constructor(live: TableLive) {
    this.live = live
    this.choice = new Choice(this)
    live.onfound = (about, found) => this.#hear(about as unknown as Look, found)
  }

  get table() { return this.live.table as TableState | null }
  get board() { return this.live.board as BoardView | null }
  get past() { return this.live.past as Past | null }
  get log() { return this.live.log }
  get lost() { return this.live.lost }
  get waiting() { return this.live.waiting }
  get unsure() { return this.live.unsure }
  get refused() { return this.live.refused }
  get because() { return this.live.because }

  view: View | null = $derived.by(() => this.live.view as View | null)
  #actions = $derived(this.view?.actions)
  // As text, so that it is the same while a figure's value changes.
  #figures = $derived(JSON.stringify((this.view?.figures ?? []).flatMap(({ word, tip }) => (word ? [[word, sentence(tip)]] : []))))
  /** What the words of the table mean, its actions and what only this board has among them. */
  terms = $derived<Readonly<Record<string, string>>>({ ...this.board?.terms, ...this.#actions, ...Object.fromEntries(JSON.parse(this.#figures) as [string, string][]) })
  /** The answers to a look at tiles in this position, by hex. */
  tiles: ReadonlyMap<number, TileChoice[]> = $derived.by(
    () => new Map(this.#found('tiles').map(({ about, found }) => [about.hex, (found as Tiles).tiles])),
  )
  /** The answers to a look at ways in this position, by hex and colour. */
  ways: ReadonlyMap<string, Ways> = $derived.by(
    () => new Map(this.#found('ways').map(({ about, found }) => [wayKey(about.hex, about.colour ?? null), found as Ways])),
  )
  #asked = $derived.by(() => this.table?.question ?? null)
  // Named once for each question, not for every word about the table.
  #question = $derived(this.#asked && withNames(this.#asked, [...this.ways.values()]))
  /** What one may answer now; nothing while the past is shown. */
  question: Question | null = $derived.by(() => (this.live.past ? null : this.#question))

  #found(what: Look['what']): { about: Look; found: unknown }[] {
    return [...this.live.found.values()].flatMap(({ about, found }) => {
      const look = about as unknown as Look
      return look.what === what ? [{ about: look, found }] : []
    })
  }

  act(sentence: string, sure = false): void { this.live.act(sentence, sure) }
  sure(): void { this.live.sure() }
  cancel(): void { this.live.cancel() }
  undo(): void { this.live.undo() }
  prepare(seat: number, prepared: Prepared | null): void { this.live.prepare(seat, prepared && { ...prepared }) }

  /** Ask which tiles fit a hex; asked once for each position. */
  look(hex: number): void {
    this.live.look({ what: 'tiles', hex })
  }

  /** Ask where a cube may go, or what may be answered on a hex; asked once for each position. */
  where(hex: number, colour: string | null = null): void {
    this.live.look({ what: 'ways', hex, colour })
  }

  /** Ask where each of these cubes may go, the next when the one before is answered. */
  whereAll(cubes: { hex: number; colour: string }[]): void {
    this.#wantedAt = this.live.table?.at ?? -1
    this.#wanted = cubes.filter(({ hex, colour }) => !this.live.hasLooked({ what: 'ways', hex, colour }))
    this.#next()
  }

  #next(): void {
    if (this.#wantedAt !== this.live.table?.at) this.#wanted = []
    const cube = this.#wanted.shift()
    if (cube) this.where(cube.hex, cube.colour)
  }

  why(hex: number, colour: string | null = null): void {
    this.live.cancel()
    this.live.look({ what: 'why', hex, colour }, true)
  }

  #hear(about: Look, found: unknown): void {
    if (about.what === 'ways') this.#next()
    else if (about.what === 'tiles') this.choice.told()
    else if (about.what === 'why') this.live.because = { text: (found as Because).text, rule: (found as Because).rule }
  }

  // What the frame asks --------------------------------------------------------------------------------

  clear(): void {
    this.choice.clear()
  }

  show(sentence: string): void {
    this.choice.show(sentence)
  }

  advise(sentence: string | null): void {
    this.advised = sentence && this.board ? spokenOf(this.board, sentence) : []
    if (sentence) this.choice.show(sentence)
    else this.choice.clear()
  }

  back(): boolean {
    return this.choice.back()
  }

  key(event: KeyboardEvent): boolean {
    switch (event.key) {
      case 'r': case 'R': {
        const by = event.shiftKey ? -1 : 1
        if (this.choice.delivery) this.choice.otherRoute(by)
        else this.choice.turnTile(by)
        return true
      }
      case 'd': case 'D':
        document.querySelector<HTMLElement>('#deliveries li button')?.focus()
        return true
    }
    return false
  }
}
