// A lesson as the page of its game sees it: a table whose server is told all answers again each time.
import * as api from '../lib/api'
import { TableLive } from '../lib/live.svelte'
import type { LessonState, Said, TableState } from '../lib/types'
import { answersOf, keep } from './kept'

export class LessonLive extends TableLive {
  readonly game: string
  readonly lesson: string
  now = $state.raw<LessonState | null>(null)
  /** The answers that count so far. */
  #answers: string[] = []
  /** Counts positions, as the length of a log would. */
  #at = 0
  /** How often something was tried in vain since the last that was right. */
  tries = $state(0)
  /** Which answer of the server is the newest. */
  #asked = 0

  constructor(game: string, id: string) {
    super(`lesson-${id}`)
    this.game = game
    this.lesson = id
  }

  override open(): void {
    const answers = answersOf(this.game, this.lesson)
    void this.#ask(answers).then((well) => {
      // A lesson that was changed since is begun anew.
      if (!well && answers.length) void this.#ask([])
    })
  }

  override close(): void {}

  /** Say something; several things are said one after another. */
  answer(...texts: string[]): void {
    if (!this.waiting) void this.#ask([...this.#answers, ...texts])
  }

  again(): void {
    void this.#ask([])
  }

  protected override send(said: Said): boolean {
    if (said.type === 'act') this.answer(said.sentence)
    else if (said.type === 'look') void this.#look(said.about)
    else return false
    return true
  }

  protected override loadBoard(): Promise<unknown> {
    return api.lessonBoard(this.game, this.lesson)
  }

  async #look(about: unknown): Promise<void> {
    const at = this.table?.at
    try {
      const found = await api.lessonLook(this.game, this.lesson, this.#answers, about)
      if (at !== this.table?.at) return
      if ((about as { what?: string }).what === 'why') this.tries++
      this.hear({ type: 'looked', about, found } as never)
    } catch (refusal) {
      this.because = { text: (refusal as Error).message }
    }
  }

  async #ask(answers: string[]): Promise<boolean> {
    const asked = ++this.#asked
    this.waiting = true
    try {
      const now = await api.lesson(this.game, this.lesson, answers)
      if (asked !== this.#asked) return true
      if (now.accepted.join('\n') !== this.#answers.join('\n')) this.#at++
      this.#answers = now.accepted
      this.now = now
      keep(this.game, this.lesson, now.accepted, !now.card)
      this.#count(now)
      this.hear({ type: 'here', table: this.#table(now), log: [], log_from: 0, chat: [] } as never)
      return true
    } catch (refusal) {
      this.waiting = false
      const { status, message } = refusal as api.Refusal
      if (!this.now && !answers.length) this.failed = message
      else if (this.now) this.because = { text: status === 0 ? `${message} Try again.` : message }
      return false
    }
  }

  #count({ reply }: LessonState): void {
    this.tries = reply && ['refused', 'other', 'asked'].includes(reply.kind) ? this.tries + 1 : 0
  }

  #table({ view, question, board }: LessonState): TableState {
    const seats = view.players.map(({ seat, name, livery }) => ({
      seat, name, kind: seat ? 'bot' : 'here', bot: '', livery, taken: true, mine: !seat, here: !seat, link: null,
    }))
    const mine = view.players.filter(({ name }) => name === 'You').map(({ seat }) => seat)
    const card = {
      id: this.id, game: this.game, map: `lesson ${this.lesson}`, map_name: board, seats, public: false, at: this.#at,
      turn: view.turn, turns: view.turns, phase: '', ask: '', asked: '', my_turn: true, over: false, winners: [], begun: true, updated: '',
    }
    return {
      id: this.id, card, at: this.#at, view, question, mine, maker: false, can_undo: false, prepared: null, notes: '', end: null, hidden: false, advice: false,
    } as unknown as TableState
  }
}
