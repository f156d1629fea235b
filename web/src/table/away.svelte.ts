// The recap of the last turn: open until it is closed or one moves, also after a reload.
import * as api from '../lib/api'
import type { TableLive } from '../lib/live.svelte'

const SHOWN = 'footplate.recap'

/** What every recap has, whatever the game. */
export interface AnyRecap {
  turn: number
  over?: boolean
}

export class Away {
  recap = $state.raw<AnyRecap | null>(null)
  /** Whether it is shown after each turn, or only when it is asked for. */
  shown = $state(localStorage.getItem(SHOWN) !== 'no')
  readonly #live: TableLive
  readonly #key: string
  #asked = 0

  constructor(live: TableLive) {
    this.#live = live
    this.#key = `footplate.turn.${live.id}`
  }

  /** The table is in this turn: tell how the one before ended, if that was not told yet. */
  look(turn: number, over: boolean): void {
    const seen = Number(localStorage.getItem(this.#key) ?? 0)
    // Nobody is told about what was before they came; and a turn that was taken back may end once more.
    if (!seen || turn < seen) return this.#keep(turn)
    if (over || turn === seen || this.#asked === turn) return
    this.#asked = turn
    if (this.shown) void this.open(turn - 1)
    else this.#keep(turn)
  }

  async open(turn: number): Promise<void> {
    this.recap = (await api.recap(this.#live.id, turn).catch(() => null)) as AnyRecap | null
  }

  close(): boolean {
    const was = this.recap !== null
    this.recap = null
    this.#keep(this.#live.table?.view.turn ?? 0)
    return was
  }

  show(shown: boolean): void {
    this.shown = shown
    localStorage.setItem(SHOWN, shown ? 'yes' : 'no')
  }

  #keep(turn: number): void {
    if (turn) localStorage.setItem(this.#key, `${turn}`)
  }
}
