// Going through what others did since one's own last entry, step by step.
import type { TableLive } from '../lib/live.svelte'
import type { LogLine } from '../lib/types'
import { still } from '../lib/motion'
import { sinceMine } from './since'

/** How long each step stands while they are played. */
const STAND = 1600

export class Since {
  /** The step on show, or -1. */
  step = $state(-1)
  playing = $state(false)
  readonly #live: TableLive
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(live: TableLive) {
    this.#live = live
  }

  moves: LogLine[] = $derived.by(() => sinceMine(this.#live.log, this.#live.table?.mine ?? [], this.#live.table?.view.players.map(({ name }) => name)))
  /** One's own last move, in words. */
  own: string = $derived.by(() => {
    const mine = this.#live.table?.mine ?? []
    return this.#live.log.findLast(({ seat }) => mine.includes(seat))?.told[0] ?? ''
  })
  /** The step on show, unless somebody has gone to another moment meanwhile. */
  at: number = $derived.by(() => {
    const move = this.moves[this.step]
    if (!move) return -1
    return this.#live.moment === move.n + 1 ? this.step : -1
  })

  /** Show the board after a step; beyond the last one, as it is now. */
  async go(to: number): Promise<void> {
    const move = this.moves[to]
    await this.#live.goTo(move ? move.n + 1 : null)
    this.step = move ? to : -1
    this.#live.stepped = move?.n ?? null
    if (!move) this.stop()
  }

  next = (): Promise<void> => this.go(this.at + 1)
  before = (): Promise<void> => this.go(this.at < 0 ? this.moves.length - 1 : this.at - 1)

  /** Show what happened from an entry on. */
  from(n: number): void {
    const first = this.moves.findIndex((move) => move.n >= n)
    if (first >= 0) void this.go(first)
    else void this.#live.goTo(n + 1)
  }

  play(): void {
    if (this.playing) return this.stop()
    this.playing = true
    const on = () => {
      if (!this.playing) return
      void this.next().then(() => {
        if (this.playing && this.at + 1 < this.moves.length) this.#timer = setTimeout(on, still() ? STAND : STAND + 400)
        else this.stop()
      })
    }
    on()
  }

  stop(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }
}
