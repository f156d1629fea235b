import { expect, it } from 'vitest'
import { withNames } from './question'
import type { AskedQuestion, Ways } from './types'

it('the rows of deliveries get names', () => {
  const asked = {
    seat: 0, kind: 'move',
    move: { round: 1, rounds: 2, engine: 1, improve: null, nothing: 'pass', nothing_label: 'Pass', ways: 2, cubes: [[3, 'red', 2, 1]], deliveries: [['deliver …', 'red', 3, [4], [21], [[0, 1]], 1, [], null, 'Choose', 2, 0, 'Kool burns down.']] },
    build: { hexes: [[5, 2, 3]] },
  } as unknown as AskedQuestion
  expect(withNames(asked).move?.deliveries).toEqual([
    { sentence: 'deliver …', colour: 'red', hex: 3, stops: [4], links: [21], gains: [[0, 1]], own: 1, more: [], leaves: null, then: 'Choose', cash: 2, rank: 0, note: 'Kool burns down.' },
  ])
  expect(withNames(asked).move?.cubes).toEqual([{ hex: 3, colour: 'red', ways: 2, own: 1 }])
  expect(withNames(asked).build?.hexes).toEqual([{ hex: 5, count: 2, least: 3 }])
  expect(withNames({ ...asked, move: null }).move).toBeNull()
})

it('what was asked for since is among the rest, once and in its place', () => {
  const row = (sentence: string, rank: number) => [sentence, 'red', 3, [4], [21], [], 1, [], null, null, 0, rank]
  const asked = {
    seat: 0, kind: 'move', build: null,
    move: { round: 1, rounds: 2, engine: 1, improve: null, nothing: 'pass', ways: 3, cubes: [], deliveries: [row('a', 0), row('c', 2)] },
  } as unknown as AskedQuestion
  const answer = { sentence: 'cattle C2', label: 'C2', says: '', seats: [], hexes: [9] }
  const ways = [{ type: 'ways', hex: 3, colour: 'red', deliveries: [row('c', 2), row('b', 1)], answers: [answer] }] as unknown as Ways[]
  const named = withNames(asked, ways)
  expect(named.move?.deliveries.map((d) => d.sentence)).toEqual(['a', 'b', 'c'])
  expect(named.answers).toEqual([answer])
})
