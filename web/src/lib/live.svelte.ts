// A table as it is now: one socket, resumed where it broke, and everything the panels show.
import * as api from './api'
import { patched } from './patch'
import type { ChatLine, Heard, LogLine, Past, Said, Slip, Suggested, TableState, View } from './types'

const LONGEST_WAIT = 8000
/** How often the server is asked whether it is there, and how long its answer may take. */
const BEAT = 1000
const DEAF = 3500
/** How long it is said that one is back. */
const BACK_FOR = 6000
/** What is looked at more closely; only the game knows what that may be. */
export type About = Record<string, unknown>
const keyOf = (about: About) => JSON.stringify(about)

export class TableLive {
  readonly id: string

  /** What never changes on the board, in the game's own form. */
  board = $state.raw<unknown>(null)
  table = $state.raw<TableState | null>(null)
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  connected = $state(false)
  /** Whether the connection was there and is lost; at the very first it is only not there yet. */
  lost = $state(false)
  /** Since when it is lost. */
  lostAt = $state(0)
  /** What happened while one was away, for a moment after one is back: who moved, and from which entry on. */
  back = $state.raw<{ names: string[]; steps: number; from: number } | null>(null)
  /** Why the table cannot be shown at all. */
  failed = $state<string | null>(null)

  /** A position shown instead of the present one. */
  past = $state.raw<Past | null>(null)
  /** The entry that somebody goes through step by step; the last one is shown by the present position. */
  stepped = $state<number | null>(null)
  /** Whether something was said and not yet answered. */
  waiting = $state(false)
  refused = $state.raw<{ text: string; rule: string } | null>(null)
  unsure = $state.raw<{ slip: Slip; sentence: string } | null>(null)
  /** What closer looks have found in this position. */
  found = $state.raw<ReadonlyMap<string, { about: About; found: unknown }>>(new Map())
  /** The game hears at once what a look has found. */
  onfound: ((about: About, found: unknown) => void) | null = null
  /** Why nothing can be done there. */
  because = $state.raw<{ text: string; rule?: string } | null>(null)
  /** What a bot would do here, and whether it is still thinking about it. */
  suggested = $state.raw<Suggested | null>(null)
  thinking = $state(false)
  /** A word of the server to this person. */
  told = $state<string | null>(null)

  /** The position on show: the past one while the slider is used. */
  view: View | null = $derived(this.past?.view ?? this.table?.view ?? null)
  /** Whether one is asked now; not while the past is shown. */
  isAsked: boolean = $derived(!this.past && !!this.table?.question)
  /** How many entries lead to the position on show, and whether one looks at what was done there. */
  moment: number = $derived(this.past?.at ?? this.log.length)
  looksBack: boolean = $derived(!!this.past || (this.stepped !== null && this.stepped === this.log.length - 1))

  #socket: WebSocket | null = null
  #wait = 500
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  protected map = ''
  #looked = new Set<string>()
  #pastAsked = 0
  #beat: ReturnType<typeof setInterval> | undefined
  /** When the question was sent that waits for an answer; 0 for none. */
  #pinged = 0
  /** When the server was last heard: so old is what is shown. */
  #heard = Date.now()
  #wake = () => {
    if (document.visibilityState !== 'visible') return
    if (this.connected) this.#pulse()
    else this.retry()
  }
  #offline = () => this.#drop()

  constructor(id: string) {
    this.id = id
  }

  open(): void {
    addEventListener('online', this.#wake)
    addEventListener('offline', this.#offline)
    this.#beat = setInterval(() => this.#pulse(), BEAT)
    document.addEventListener('visibilitychange', this.#wake)
    this.#connect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#beat)
    removeEventListener('online', this.#wake)
    removeEventListener('offline', this.#offline)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#socket?.close()
  }

  // What the page says ---------------------------------------------------------------------------------

  act(sentence: string, sure = false): void {
    if (!this.table || this.waiting || this.past) return
    this.#clear()
    this.waiting = this.send({ type: 'act', sentence, at: this.table.at, sure })
    // While nobody hears it the choice stays; whoever makes it wants to be heard.
    if (!this.waiting) this.retry()
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
    this.waiting = this.send({ type: 'undo', at: this.table.at })
  }

  /** Look closer at something; asked once for each position, unless it is wanted again. */
  look(about: About, again = false): void {
    if (!this.table || this.past || (this.hasLooked(about) && !again)) return
    if (this.send({ type: 'look', about, at: this.table.at })) this.#looked.add(keyOf(about))
  }

  hasLooked(about: About): boolean {
    return this.#looked.has(keyOf(about))
  }

  /** Ask a bot what it would do. */
  suggest(): void {
    if (!this.table || this.thinking || this.past) return
    this.#clear()
    this.suggested = null
    this.thinking = this.send({ type: 'suggest', at: this.table.at })
  }

  say(text: string): void {
    this.send({ type: 'say', text })
  }

  note(text: string): void {
    this.send({ type: 'note', text })
  }

  prepare(seat: number, prepared: Record<string, unknown> | null): void {
    this.send({ type: 'prepare', seat, prepared })
  }

  replace(seat: number, bot: string | null = null): void {
    this.send({ type: 'replace', seat, bot })
  }

  pace(pace: 'calm' | 'usual' | 'quick'): void {
    this.send({ type: 'pace', pace })
  }

  hook(url: string, test = false): void {
    this.told = null
    this.send({ type: 'hook', url, test })
  }

  /** Show the position after the first n entries, or the present one. */
  async goTo(n: number | null): Promise<void> {
    const asked = ++this.#pastAsked
    this.stepped = null
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
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Heard)
    this.#pinged = 0
    socket.onclose = (event?: CloseEvent) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.waiting = this.thinking = false
      if (this.connected) {
        this.lost = true
        this.lostAt = this.#heard
        this.back = null
      }
      this.connected = false
      if (this.#closed) return
      // 4404: the table has been removed while it was looked at.
      if (!this.table || event?.code === 4404) void this.#explain()
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.8 + 0.4 * Math.random()))
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2)
    }
  }

  /** Try at once instead of waiting; also where a try hangs that began while nothing could be reached. */
  retry(): void {
    this.#wait = 500
    if (this.#socket?.readyState === WebSocket.CONNECTING && !this.connected) this.#drop()
    this.#connect()
  }

  /** A dead server, or a cable that is gone, closes no socket: only the missing answer tells. */
  #pulse(): void {
    if (!this.connected) return
    if (this.#pinged && performance.now() - this.#pinged > DEAF) this.#drop()
    else if (!this.#pinged && this.send({ type: 'ping' })) this.#pinged = performance.now()
  }

  #drop(): void {
    const socket = this.#socket
    if (!socket) return
    socket.onclose?.(new CloseEvent('close'))
    socket.close()
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

  /** Say something to the server; false where it cannot be said now. */
  protected send(said: Said): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(said))
    return true
  }

  #clear(): void {
    this.refused = this.unsure = this.because = null
  }

  hear(heard: Heard): void {
    this.#pinged = 0
    this.#heard = Date.now()
    switch (heard.type) {
      case 'pong':
        break
      case 'here':
        if (this.lost) this.#tellBack(heard)
        this.connected = true
        this.lost = false
        this.#wait = 500
        this.chat = heard.chat
        this.#stand(heard.table, heard)
        if (this.map !== heard.table.card.map) void this.fetchBoard(heard.table.card.map)
        break
      case 'now':
        if (this.table) this.#stand(patched(this.table, heard.set, heard.gone), heard)
        break
      case 'refused':
        this.waiting = this.thinking = false
        this.refused = heard
        break
      case 'unsure':
        this.waiting = false
        this.unsure = heard
        break
      case 'looked':
        this.found = new Map(this.found).set(keyOf(heard.about as About), heard as { about: About; found: unknown })
        this.onfound?.(heard.about as About, heard.found)
        break
      case 'suggested':
        this.thinking = false
        if (heard.at === this.table?.at) this.suggested = heard
        break
      case 'chat':
        this.chat = [...this.chat, heard.line]
        break
      case 'told':
        this.told = heard.text
    }
  }

  #tellBack({ table, log, log_from }: { table: TableState; log: LogLine[]; log_from: number }): void {
    const moves = log.filter(({ seat, n }) => seat >= 0 && n >= log_from && !table.mine.includes(seat))
    const names = [...new Set(moves.map(({ seat }) => table.view.players[seat]?.name ?? ''))]
    const back = { names, steps: moves.length, from: log_from }
    this.back = back
    setTimeout(() => {
      if (this.back === back) this.back = null
    }, BACK_FOR)
  }

  /** How the table stands now, and the lines of the log that are new. */
  #stand(table: TableState, { log, log_from }: { log: LogLine[]; log_from: number }): void {
    this.waiting = false
    if (this.table?.at !== table.at) {
      this.unsure = this.because = this.suggested = null
      this.thinking = false
      this.found = new Map()
      this.#looked.clear()
    }
    if (log.length || log_from < this.log.length) this.log = [...this.log.slice(0, log_from), ...log]
    this.table = table
  }

  protected loadBoard(map: string): Promise<unknown> {
    return api.board(map)
  }

  private async fetchBoard(map: string): Promise<void> {
    try {
      this.board = await this.loadBoard(map)
      this.map = map
    } catch (refusal) {
      this.failed = (refusal as Error).message
    }
  }
}
