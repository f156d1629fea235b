import { expect, it } from 'vitest'
import type { BoardView } from './types'
import { hexAt, nearest, nextTowards, spokenOf } from './hexes'

const hex = (name: string, x: number, y: number) => ({ name, word: name, label: name, x, y })
const board = {
  radius: 36,
  hexes: [hex('A1', 0, 0), hex('B1', 54, 31), hex('A2', 0, 62), hex('Duluth', 108, 0)],
} as unknown as BoardView

it('finds the hex under the pointer', () => {
  expect(hexAt(board, 50, 30)).toBe(1)
  expect(hexAt(board, 500, 500)).toBeNull()
  expect(nearest(board, [0, 3], 50, 30)).toBe(0)
})

it('goes to the next one in a direction', () => {
  const all = board.hexes
  expect(nextTowards(board.hexes[0]!, all, 'down')?.name).toBe('A2')
  expect(nextTowards(board.hexes[0]!, all, 'right')?.name).toBe('Duluth')
  expect(nextTowards(board.hexes[0]!, all, 'left')).toBeNull()
})

it('knows which hexes a sentence speaks of', () => {
  expect(spokenOf(board, 'build B1 N-S')).toEqual([1])
  expect(spokenOf(board, 'deliver Duluth red N A2 SE B1')).toEqual([3, 2, 1])
  expect(spokenOf(board, 'pass')).toEqual([])
})
