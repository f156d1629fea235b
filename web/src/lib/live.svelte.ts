// A table as it is now: one socket, resumed where it broke, and everything the panels show.
import * as api from './api'
import { patched } from './patch'
import { withNames } from './question'
import type {
  BoardView, ChatLine, Heard, LogLine, Past, Prepared, Question, Said, TableState, TileChoice, View, Ways,
} from './types'

const LONGEST_WAIT = 8000
const wayKey = (hex: number, colour: string | null) => `${hex} ${colour ?? ''}`

export class TableLive {
  readonly id: string

  board = $state.raw<BoardView | null>(null)
  table = $state.raw<TableState | null>(null)
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  connected = $state(false)
  /** Whether the connection was there and is lost; at the very first it is only not there yet. */
  lost = $state(false)
  /** Why the table cannot be shown at all. */
  failed = $state<string | null>(null)

  /** A position shown instead of the present one. */
  past = $state.raw<Past | null>(null)
  /** Whether something was said and not yet answered. */
  waiting = $state(false)
  refused = $state.raw<{ text: string; rule: string } | null>(null)
  unsure = $state.raw<{ question: string; sentence: string } | null>(null)
  /** The answers to `look` in this position, by hex. */
  tiles = $state.raw<ReadonlyMap<number, TileChoice[]>>(new Map())
  /** The answers to `where` in this position, by hex and colour. */
  ways = $state.raw<ReadonlyMap<string, Ways>>(new Map())
  /** The answer to `why`. */
  because = $state.raw<{ hex: number; text: string } | null>(null)
  /** A word of the server to this person. */
  told = $state<string | null>(null)

  #asked = $derived(this.table?.question ?? null)
  // Named once for each question, not for every word about the table.
  #question = $derived(this.#asked && withNames(this.#asked, [...this.ways.values()]))
  /** The position on show: the past one while the slider is used. */
  view: View | null = $derived(this.past?.view ?? this.table?.view ?? null)
  /** What one may answer now; nothing while the past is shown. */
  question: Question | null = $derived(this.past ? null : this.#question)

  #socket: WebSocket | null = null
  #wait = 500
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #looked = new Set<number>()
  #followed = new Set<string>()
  /** Cubes to be asked for one after another. */
  #wanted: { hex: number; colour: string }[] = []
  #pastAsked = 0
  #wake = () => {
    if (!this.connected && document.visibilityState === 'visible') this.#connect()
  }

  constructor(id: string) {
    this.id = id
  }

  open(): void {
    addEventListener('online', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#connect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#socket?.close()
  }

  // What the page says ---------------------------------------------------------------------------------

  act(sentence: string, sure = false): void {
    if (!this.table || this.waiting || this.past) return
    this.#clear()
    this.waiting = this.#say({ type: 'act', sentence, at: this.table.at, sure })
  }

  /** Yes to the question of a probable slip. */
  sure(): void {
    if (this.unsure) this.act(this.unsure.sentence, true)
  }

  /** No to it; also puts a refusal away. */
  cancel(): void {
    this.#clear()
  }

  undo(): void {
    if (!this.table?.can_undo || this.waiting || this.past) return
    this.#clear()
    this.waiting = this.#say({ type: 'undo', at: this.table.at })
  }

  /** Ask which tiles fit a hex; asked once for each position. */
  look(hex: number): void {
    if (!this.table || this.past || this.#looked.has(hex)) return
    if (this.#say({ type: 'look', hex, at: this.table.at })) this.#looked.add(hex)
  }

  /** Ask where a cube may go, or what may be answered on a hex; asked once for each position. */
  where(hex: number, colour: string | null = null): void {
    const key = wayKey(hex, colour)
    if (!this.table || this.past || this.#followed.has(key)) return
    if (this.#say({ type: 'where', hex, at: this.table.at, colour })) this.#followed.add(key)
  }

  /** Ask where each of these cubes may go, the next when the one before is answered. */
  whereAll(cubes: { hex: number; colour: string }[]): void {
    this.#wanted = cubes.filter(({ hex, colour }) => !this.#followed.has(wayKey(hex, colour)))
    this.#next()
  }

  #next(): void {
    const cube = this.#wanted.shift()
    if (cube) this.where(cube.hex, cube.colour)
  }

  why(hex: number, colour: string | null = null): void {
    if (!this.table || this.past) return
    this.#clear()
    this.#say({ type: 'why', hex, at: this.table.at, colour })
  }

  say(text: string): void {
    this.#say({ type: 'say', text })
  }

  note(text: string): void {
    this.#say({ type: 'note', text })
  }

  prepare(seat: number, prepared: Prepared | null): void {
    this.#say({ type: 'prepare', seat, prepared })
  }

  replace(seat: number, bot: string | null = null): void {
    this.#say({ type: 'replace', seat, bot })
  }

  hook(url: string, test = false): void {
    this.told = null
    this.#say({ type: 'hook', url, test })
  }

  /** Show the position after the first n entries, or the present one. */
  async goTo(n: number | null): Promise<void> {
    const asked = ++this.#pastAsked
    if (n === null || n >= this.log.length) {
      this.past = null
      return
    }
    this.#clear()
    try {
      const past = await api.past(this.id, Math.max(0, n))
      // While the slider is drawn answers may overtake one another; only the last counts.
      if (asked === this.#pastAsked) this.past = past
    } catch (refusal) {
      if (asked === this.#pastAsked) this.told = (refusal as Error).message
    }
  }

  // The connection -------------------------------------------------------------------------------------

  #connect(): void {
    clearTimeout(this.#timer)
    if (this.#closed || this.#socket) return
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.id}/live?from=${this.log.length}`)
    this.#socket = socket
    this.#looked.clear()
    this.#followed.clear()
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Heard)
    socket.onclose = (event?: CloseEvent) => {
      this.#socket = null
      this.waiting = false
      if (this.connected) this.lost = true
      this.connected = false
      if (this.#closed) return
      // 4404: the table has been removed while it was looked at.
      if (!this.table || event?.code === 4404) void this.#explain()
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.8 + 0.4 * Math.random()))
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2)
    }
  }

  /** A socket that is refused says no reason; the table's own address does. */
  async #explain(): Promise<void> {
    try {
      await api.table(this.id)
    } catch (refusal) {
      const { status, message } = refusal as api.Refusal
      if (status === 0 || status >= 500) return
      this.failed = message
      this.close()
    }
  }

  #say(said: Said): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(said))
    return true
  }

  #clear(): void {
    this.refused = this.unsure = this.because = null
  }

  hear(heard: Heard): void {
    switch (heard.type) {
      case 'here':
        this.connected = true
        this.lost = false
        this.#wait = 500
        this.chat = heard.chat
        this.#stand(heard.table, heard)
        if (this.board?.map !== heard.table.card.map) void this.#fetchBoard(heard.table.card.map)
        break
      case 'now':
        if (this.table) this.#stand(patched(this.table, heard.set, heard.gone), heard)
        break
      case 'refused':
        this.waiting = false
        this.refused = heard
        break
      case 'unsure':
        this.waiting = false
        this.unsure = heard
        break
      case 'tiles':
        this.tiles = new Map(this.tiles).set(heard.hex, heard.tiles)
        break
      case 'ways':
        this.ways = new Map(this.ways).set(wayKey(heard.hex, heard.colour), heard)
        this.#next()
        break
      case 'because':
        this.because = heard
        break
      case 'chat':
        this.chat = [...this.chat, heard.line]
        break
      case 'told':
        this.told = heard.text
    }
  }

  /** How the table stands now, and the lines of the log that are new. */
  #stand(table: TableState, { log, log_from }: { log: LogLine[]; log_from: number }): void {
    this.waiting = false
    if (this.table?.at !== table.at) {
      this.unsure = this.because = null
      this.tiles = new Map()
      this.ways = new Map()
      this.#wanted = []
      this.#looked.clear()
      this.#followed.clear()
    }
    if (log.length || log_from < this.log.length) this.log = [...this.log.slice(0, log_from), ...log]
    this.table = table
  }

  async #fetchBoard(map: string): Promise<void> {
    try {
      this.board = await api.board(map)
    } catch (refusal) {
      this.failed = (refusal as Error).message
    }
  }
}
