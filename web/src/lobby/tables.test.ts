import { describe, expect, it } from 'vitest'
import type { TableCard } from '../lib/types'
import { ago, company, inOrder, others, stage, titleOf, usualName, waiting } from './tables'

function table(facts: Partial<TableCard>): TableCard {
  return {
    id: 'x', name: '', copy: null, maker: true, game: 'age-of-steam', map: 'rust-belt', map_name: 'Rust Belt', seats: [], public: false, at: 0, turn: 2, turns: 8,
    phase: 'Build track', ask: '', asked: '', my_turn: false, over: false, winners: [], begun: true,
    updated: '2026-01-01T10:00:00Z', ...facts,
  }
}
const seat = { seat: 0, name: 'Ada', kind: 'here' as const, bot: '', livery: 1, taken: true, mine: false, here: true, link: null }

describe('tables in the lobby', () => {
  it('shows my turn first and finished games last', () => {
    const tables = [
      table({ id: 'over', over: true, updated: '2026-01-03' }),
      table({ id: 'old' }),
      table({ id: 'new', updated: '2026-01-02' }),
      table({ id: 'mine', my_turn: true }),
    ]
    expect(inOrder(tables).map((one) => one.id)).toEqual(['mine', 'new', 'old', 'over'])
  })

  it('says who plays', () => {
    const free = { ...seat, name: '', kind: 'link' as const, taken: false }
    expect(company(table({ seats: [seat, { ...seat, name: 'Emil' }] }))).toBe('Ada and Emil')
    expect(company(table({ seats: [seat, free, free] }))).toBe('Ada and 2 free seats')
  })

  it('is called by its name, else by who plays', () => {
    expect(titleOf(table({ seats: [seat] }))).toBe('Ada')
    expect(titleOf(table({ seats: [seat], name: 'Lunch break' }))).toBe('Lunch break')
  })

  it('proposes a name that no other table has', () => {
    const sunday = new Date('2026-01-04T12:00:00')
    expect(usualName([], sunday)).toBe('Sunday table')
    expect(usualName(['Sunday table', 'Sunday table 2'], sunday)).toBe('Sunday table 3')
  })

  it('knows who else would lose a table', () => {
    const seats = [{ ...seat, mine: true }, { ...seat, name: 'Ben' }, { ...seat, kind: 'bot' as const, name: 'Emil' }]
    expect(others(table({ seats }))).toEqual(['Ben'])
  })

  it('says where it stands and for whom one waits', () => {
    expect(stage(table({}))).toBe('Turn 2 of 8 · Build')
    expect(stage(table({ begun: false, seats: [seat, { ...seat, taken: false }] }))).toBe('1 of 2 seated')
    expect(stage(table({ over: true }), Date.parse('2026-01-01T11:00:00Z'))).toBe('Finished 1 hour ago')
    expect(waiting(table({ asked: 'Emil' }))).toBe('Waiting for Emil')
    expect(waiting(table({ my_turn: true, asked: 'Ada' }))).toBe('Your turn')
    expect(waiting(table({}))).toBe('Waiting for dice')
    expect(waiting(table({ over: true, winners: ['Ada', 'Emil'] }))).toBe('Ada and Emil win')
  })

  it('tells how long ago', () => {
    const now = Date.parse('2026-01-01T12:00:00Z')
    expect(ago('2026-01-01T11:59:50Z', now)).toBe('just now')
    expect(ago('2026-01-01T11:59:00', now)).toBe('1 minute ago')
    expect(ago('2026-01-01T09:00:00+00:00', now)).toBe('3 hours ago')
    expect(ago('2025-12-22T12:00:00Z', now)).toBe('10 days ago')
    expect(ago('never', now)).toBe('')
  })
})
