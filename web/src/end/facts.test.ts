import { describe, expect, it } from 'vitest'
import { facts } from '../games/age-of-steam/end/facts'
import type { End, PlayerView } from '../games/age-of-steam/types'
import { bars, headline, subline as sublineOf } from './facts'

const player = (seat: number, name: string): PlayerView => ({
  seat, name, livery: seat + 1, cash: 0, income: 0, shares: 0, engine: 1, action: null, out: 0, links: 0, track: 0,
  score: 0, parts: {}, expenses: 0, forecast: 0, auction: '',
})
const subline = (end: End, winners: number[], players: PlayerView[], map: string): string => sublineOf(end, winners, players, map, end.curves.length)
const point = (income: number) => ({ cash: 0, income, shares: 2, engine: 1, score: 0 })
const players = [player(0, 'Ada'), player(1, 'Dora')]
const end: End = {
  standings: [
    { seat: 1, rank: 1, score: 57, parts: { income: 78, track: 21, shares: -42 }, out: 0, why: '' },
    { seat: 0, rank: 2, score: 54, parts: {}, out: 0, why: '' },
  ],
  curves: [[point(2), point(1)], [point(4), point(9)]],
  deliveries: [4, 7],
  longest: 'Dora moved black from Chicago to Toledo, 5 links',
  verdict: '',
  rematch: null,
}

describe('the end', () => {
  it('says who wins, and by how much', () => {
    expect(headline(end, [1], players)).toBe('Dora wins with 57 points')
    expect(headline(end, [1, 0], players)).toBe('Dora and Ada win together with 57 points')
    expect(headline(end, [], players)).toBe('Nobody wins')
    expect(subline(end, [1], players, 'Rust Belt')).toBe('Three more than Ada. Rust Belt, two players, two turns.')
  })

  it('says alone whether it is won, and how the score comes about', () => {
    const alone: End = { ...end, standings: [{ seat: 0, rank: 1, score: 12, parts: { cash: 12, shares: 0 }, out: 0, why: '' }] }
    const one = [players[0]!]
    expect(headline(alone, [0], one)).toBe('Ada has won with 12 points')
    expect(subline(alone, [0], one, 'Barbados')).toBe('Score 12 = 12 cash − 0 shares. Barbados, one player, two turns.')
    alone.standings[0] = { seat: 0, rank: 1, score: -23, parts: { cash: 12, shares: -35 }, out: 0, why: '' }
    expect(headline(alone, [], one)).toBe('Ada has lost')
    expect(subline(alone, [], one, 'Barbados')).toBe('Score −23 = 12 cash − 35 shares. Barbados, one player, two turns.')
    alone.standings[0] = { seat: 0, rank: 1, score: null, parts: {}, out: 3, why: '' }
    expect(subline(alone, [], one, 'Barbados')).toMatch(/^Out in turn 3\./)
    expect(facts(alone, one)[1]).toBe('Ada delivered 7 cubes.')
  })

  it('tells three facts', () => {
    expect(facts(end, players)).toEqual([
      'The longest delivery: Dora moved black from Chicago to Toledo, 5 links.',
      'Dora delivered most: 7 cubes of 11.',
      'Dora grew fastest: income from 1 to 9 in turn 2.',
    ])
  })

  it('draws the breakdown', () => {
    expect(bars({ income: 78, track: 21, shares: -42 })).toEqual({
      gained: [{ part: 'income', from: 0, to: 78 }, { part: 'track', from: 78, to: 99 }],
      taken: [{ part: 'shares', from: 57, to: 99 }],
      most: 99,
    })
  })
})
