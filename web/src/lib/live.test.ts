import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TableLive } from './live.svelte'
import type { Heard, LogLine } from './types'

class FakeSocket {
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 1
  sent: unknown[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event?: { code: number }) => void) | null = null
  constructor(readonly address: string) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code = 1006) {
    this.onclose?.({ code })
  }
  hear(heard: Heard) {
    this.onmessage?.({ data: JSON.stringify(heard) })
  }
}

const lines = (...ns: number[]) => ns.map((n) => ({ n, seat: 0, sentence: `line ${n}`, told: [], turn: 1, phase: 0 }) as LogLine)
const here = (at: number, from: number, log: LogLine[]) =>
  ({ type: 'here', table: { at, card: { map: 'x' }, view: { players: [{ name: 'Ada' }] }, mine: [1], can_undo: true, question: null }, log, log_from: from, chat: [] }) as unknown as Heard

describe('a live table', () => {
  let live: TableLive
  const socket = () => FakeSocket.all.at(-1)!

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"map":"x"}')))
    FakeSocket.all = []
    live = new TableLive('abc')
    live.open()
  })
  afterEach(() => {
    live.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('resumes where it broke, and waits longer each time', () => {
    socket().hear(here(2, 0, lines(1, 2)))
    expect(live.connected).toBe(true)
    socket().close()
    expect(live.lost).toBe(true)
    vi.advanceTimersByTime(700)
    expect(FakeSocket.all).toHaveLength(2)
    expect(socket().address).toContain('/api/tables/abc/live?from=2')
    socket().close()
    vi.advanceTimersByTime(700)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(700)
    expect(FakeSocket.all).toHaveLength(3)
    socket().hear(here(3, 2, lines(3)))
    expect(live.lost).toBe(false)
    expect(live.log.map((line) => line.n)).toEqual([1, 2, 3])
    expect(live.back).toEqual({ names: ['Ada'], steps: 1, from: 2 })
    vi.advanceTimersByTime(6000)
    expect(live.back).toBeNull()
  })

  it('notices within five seconds that nobody answers, and not while somebody does', () => {
    socket().hear(here(2, 0, lines(1, 2)))
    for (let second = 0; second < 10; second++) {
      vi.advanceTimersByTime(1000)
      expect(socket().sent.at(-1)).toEqual({ type: 'ping' })
      socket().hear({ type: 'pong' })
    }
    expect(live.lost).toBe(false)
    vi.advanceTimersByTime(5000)
    expect(live.lost).toBe(true)
    expect(live.lostAt).toBeGreaterThan(0)
  })

  it('says that its table was removed, and asks no more', async () => {
    socket().hear(here(2, 0, lines(1, 2)))
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"detail":"There is no such table."}', { status: 404 })))
    socket().close(4404)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(live.failed).toBe('There is no such table.')
    expect(FakeSocket.all).toHaveLength(1)
  })

  it('drops lines that were taken back', () => {
    socket().hear(here(3, 0, lines(1, 2, 3)))
    socket().hear(here(2, 2, []))
    expect(live.log.map((line) => line.n)).toEqual([1, 2])
  })

  it('keeps what has not changed, and hears the rest', () => {
    socket().hear(here(2, 0, lines(1, 2)))
    live.act('pass')
    socket().hear({ type: 'now', set: { at: 3, 'card/ask': 'Ben, bid' }, gone: [], log: lines(3), log_from: 2 } as unknown as Heard)
    expect(live.table?.at).toBe(3)
    expect(live.table?.card).toEqual({ map: 'x', ask: 'Ben, bid' })
    expect(live.log.map((line) => line.n)).toEqual([1, 2, 3])
    expect(live.waiting).toBe(false)
    socket().hear({ type: 'now', set: { at: 2 }, gone: ['card/ask'], log: [], log_from: 2 } as unknown as Heard)
    expect(live.table?.card).toEqual({ map: 'x' })
    expect(live.log.map((line) => line.n)).toEqual([1, 2])
  })

  it('says a sentence once, with the length of the log it knows', () => {
    socket().hear(here(2, 0, lines(1, 2)))
    live.act('pass')
    live.act('pass')
    expect(socket().sent).toEqual([{ type: 'act', sentence: 'pass', at: 2, sure: false }])
    socket().hear({
      type: 'unsure', sentence: 'pass', at: 2,
      slip: { kind: 'income', says: 'You could deliver for +1.', question: 'Pass?', safe: { label: 'Show it', say: null, show: null }, go_on: 'Pass', more: '', prospects: [] },
    })
    live.sure()
    expect(socket().sent.at(-1)).toEqual({ type: 'act', sentence: 'pass', at: 2, sure: true })
    expect(live.unsure).toBeNull()
  })

  it('looks once for each position, and the game hears what was found', () => {
    const about = { what: 'tiles', hex: 5 }
    const heard = vi.fn()
    live.onfound = heard
    socket().hear(here(2, 0, lines(1, 2)))
    live.look(about)
    live.look({ ...about })
    expect(socket().sent).toEqual([{ type: 'look', about, at: 2 }])
    socket().hear({ type: 'looked', about, found: { tiles: [] } })
    expect(heard).toHaveBeenCalledWith(about, { tiles: [] })
    expect([...live.found.values()]).toEqual([expect.objectContaining({ about, found: { tiles: [] } })])
    socket().hear(here(3, 2, lines(3)))
    expect(live.found.size).toBe(0)
    live.look(about)
    expect(socket().sent).toHaveLength(2)
  })
})
