import { expect, it } from 'vitest'
import { patched } from './patch'

const table = () => ({
  at: 3,
  card: { ask: 'Ada, bid', seats: [1, 2] },
  view: { pieces: { 7: '<g/>', 12: '<b/>' } as Record<string, string>, players: [{ cash: 1 }, { cash: 2 }] },
})

it('a way leads to its value, through tables and lists', () => {
  const now = patched(table(), { at: 4, 'card/ask': 'Ben, bid', 'view/players/1': { cash: 5 }, 'view/pieces/9': '<a/>' }, ['view/pieces/7'])
  expect(now).toEqual({
    at: 4,
    card: { ask: 'Ben, bid', seats: [1, 2] },
    view: { pieces: { 9: '<a/>', 12: '<b/>' }, players: [{ cash: 1 }, { cash: 5 }] },
  })
  // The lowest number is drawn first, however it came.
  expect(Object.keys(now.view.pieces)).toEqual(['9', '12'])
})

it('what was known stays as it was, and what has not changed is not even copied', () => {
  const old = table()
  const now = patched(old, { 'view/players/1': { cash: 5 } }, [])
  expect(old).toEqual(table())
  expect(now.card).toBe(old.card)
  expect(now.view.pieces).toBe(old.view.pieces)
  expect(now.view.players[0]).toBe(old.view.players[0])
})
