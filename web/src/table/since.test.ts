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

it('tells what chance gave somebody with the move that asked for it', () => {
  const drew = (n: number, who: string): LogLine => ({ ...line(n, -1), told: [`${who} drew a tile`] })
  const log = [line(0, 0), drew(1, 'Ada'), line(2, 1), drew(3, 'Ben'), line(4, -1)]
  const moves = sinceMine(log, [0], ['Ada', 'Ben'])
  expect(moves.map(({ n, told }) => [n, told])).toEqual([[3, ['line 2', 'Ben drew a tile']], [4, ['line 4']]])
})
