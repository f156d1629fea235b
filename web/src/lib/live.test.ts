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
  ({ type: 'here', table: { at, card: { map: 'x' }, view: {}, can_undo: true, question: null }, log, log_from: from, chat: [] }) as unknown as Heard

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
    socket().hear({ type: 'unsure', question: 'Pass?', sentence: 'pass', at: 2 })
    live.sure()
    expect(socket().sent.at(-1)).toEqual({ type: 'act', sentence: 'pass', at: 2, sure: true })
    expect(live.unsure).toBeNull()
  })

  it('looks at a hex once for each position', () => {
    socket().hear(here(2, 0, lines(1, 2)))
    live.look(5)
    live.look(5)
    expect(socket().sent).toHaveLength(1)
    socket().hear({ type: 'tiles', hex: 5, tiles: [] })
    expect(live.tiles.get(5)).toEqual([])
    socket().hear(here(3, 2, lines(3)))
    expect(live.tiles.size).toBe(0)
    live.look(5)
    expect(socket().sent).toHaveLength(2)
  })

  it('asks where cubes may go, one after another and each once', () => {
    socket().hear(here(2, 0, lines(1, 2)))
    live.where(3, 'red')
    live.whereAll([{ hex: 3, colour: 'red' }, { hex: 4, colour: 'blue' }, { hex: 5, colour: 'blue' }])
    expect(socket().sent.map((said) => (said as { hex: number }).hex)).toEqual([3, 4])
    socket().hear({ type: 'ways', hex: 3, colour: 'red', deliveries: [], answers: [] })
    expect(socket().sent.map((said) => (said as { hex: number }).hex)).toEqual([3, 4, 5])
    expect([...live.ways.keys()]).toEqual(['3 red'])
    socket().hear(here(3, 2, lines(3)))
    expect(live.ways.size).toBe(0)
  })
})
