import { describe, expect, it } from 'vitest'
import type { LogLine } from '../../lib/types'
import * as filing from '../../games/age-of-steam/log'
import { grouped as groupedBy, headed, newest, turnTicks } from './log'

const grouped = ((...rest: [readonly LogLine[], readonly string[], (number | null)?, ReadonlySet<string>?]) => groupedBy({ kinds: filing.KINDS, kindOf: filing.kindOf, isOwn: filing.isOwn }, ...rest))
const PHASES = ['Issue shares', 'Determine player order', 'Select actions', 'Build track', 'Move goods', 'Goods growth']

function line(n: number, seat: number, sentence: string, told: string[], turn = 1, phase = 3): LogLine {
  return { n, seat, sentence, told, turn, phase }
}

const LOG = [
  line(0, 0, 'issue 2', ['Ada issued 2 shares +$10'], 1, 0),
  line(1, 0, 'build K6 N-S', ['Ada built a straight on K6 −$2']),
  line(2, 0, 'done', ['Ada ended building']),
  line(3, 1, 'pass', ['Emil passed', 'Expenses: Emil −$4, Ada −$3', 'Turn 2'], 1, 4),
  line(4, 1, 'issue 0', ['Emil issued no shares'], 2, 0),
]

describe('the log', () => {
  it('groups by turn and phase and sets money apart', () => {
    const groups = grouped(LOG, PHASES)
    expect(groups.map((group) => [group.turn, group.phase, group.lines.length])).toEqual([
      [1, 0, 1],
      [1, 3, 2],
      [1, 4, 2],
      [2, 0, 1],
    ])
    expect(groups[1]!.lines[0]).toMatchObject({ text: 'Ada built a straight on K6', amount: '−$2', at: 2, seat: 0 })
  })

  it('gives to nobody what belongs to nobody', () => {
    expect(grouped(LOG, PHASES)[2]!.lines.map((told) => [told.seat, told.kind])).toEqual([
      [1, 'deliver'],
      [-1, 'money'],
    ])
    expect(grouped(LOG, PHASES)[2]!.lines[1]).toMatchObject({ text: 'Expenses: Emil −$4, Ada −$3', amount: '' })
  })

  it('filters by player and by kind', () => {
    expect(grouped(LOG, PHASES, 0).flatMap((group) => group.lines)).toHaveLength(3)
    expect(grouped(LOG, PHASES, null, new Set(['build'])).flatMap((group) => group.lines)).toHaveLength(2)
  })

  it('finds the name at the head of a sentence, the longer one first', () => {
    expect(headed('Ada B built', ['Ada', 'Ada B'])).toEqual(['Ada B', ' built'])
    expect(headed('Rolled 1 2', ['Ada'])).toEqual(['', 'Rolled 1 2'])
  })

  it('marks where turns begin', () => {
    expect(turnTicks(LOG)).toEqual([{ at: 4, turn: 2 }])
  })
})

it('a page that opens takes whole groups from the end', () => {
  const groups = grouped(LOG, PHASES)
  expect(newest(groups, 1)).toEqual(groups.slice(-1))
  expect(newest(groups, 1000)).toEqual(groups)
})
