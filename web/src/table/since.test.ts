import { expect, it } from 'vitest'
import type { LogLine } from '../lib/types'
import { sinceMine } from './since'

const line = (n: number, seat: number): LogLine => ({ n, seat, sentence: 'x', told: [`line ${n}`], turn: 1, phase: 0 })

it('tells what others did since one\'s own last move, and nothing to who only watches', () => {
  const log = [line(0, -1), line(1, 0), line(2, 1), line(3, 2), line(4, -1)]
  expect(sinceMine(log, [0]).map(({ n }) => n)).toEqual([2, 3, 4])
  expect(sinceMine(log, [2]).map(({ n }) => n)).toEqual([4])
  expect(sinceMine(log, [])).toEqual([])
  expect(sinceMine(log, [5])).toEqual([])
})
