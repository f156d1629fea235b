import { expect, it } from 'vitest'
import { withNames } from './question'
import type { AskedQuestion } from './types'

it('the rows of deliveries get names', () => {
  const asked = {
    seat: 0, kind: 'move',
    move: { round: 1, rounds: 2, engine: 1, improve: null, nothing: 'pass', nothing_label: 'Pass', deliveries: [['deliver …', 'red', 3, [4], [21], [[0, 1]], 1, [], null, 'Choose', 2, 'Kool burns down.']] },
  } as unknown as AskedQuestion
  expect(withNames(asked).move?.deliveries).toEqual([
    { sentence: 'deliver …', colour: 'red', hex: 3, stops: [4], links: [21], gains: [[0, 1]], own: 1, more: [], leaves: null, then: 'Choose', cash: 2, note: 'Kool burns down.' },
  ])
  expect(withNames({ ...asked, move: null }).move).toBeNull()
})
