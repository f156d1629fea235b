import { expect, it } from 'vitest'
import { apart, shifted } from './apart'
import type { Box } from '../../../table/viewport'

const plate = (x: number, y: number, wide = 60): Box => ({ left: x - wide / 2, top: y - 7, right: x + wide / 2, bottom: y + 7 })
const covers = (a: Box, b: Box): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.1

it('names in a row give way to both sides, and one that stands free stays', () => {
  const boxes = new Map([[1, plate(0, 0)], [2, plate(54, 0)], [3, plate(108, 0)], [4, plate(54, 40)]])
  const shifts = apart(boxes, 18)
  const found = [...boxes].map(([hex, box]) => shifted(box, shifts.get(hex)))
  for (const [n, a] of found.entries()) for (const b of found.slice(n + 1)) expect(covers(a, b)).toBe(false)
  expect(shifts.get(1)!.dx).toBeLessThan(0)
  expect(shifts.get(3)!.dx).toBeGreaterThan(0)
  expect(shifts.has(4)).toBe(false)
})

it('no name goes farther from its place than it may', () => {
  for (const { dx, dy } of apart(new Map([[1, plate(0, 0)], [2, plate(1, 1)]]), 3).values()) {
    expect(Math.max(Math.abs(dx), Math.abs(dy))).toBeLessThanOrEqual(3)
  }
})
