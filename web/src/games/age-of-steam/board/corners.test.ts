import { expect, it } from 'vitest'
import { corners } from './corners'

const NAME = { left: -40, top: 70, right: 40, bottom: 110 }

it('puts a number at the upper right corner of its hex', () => {
  expect(corners([{ x: 0, y: 0 }], 100, 25, [NAME])).toEqual([{ x: 50, y: -86.6 }])
})

it('gives way to names and to other numbers', () => {
  // The name of the hex above lies over both upper corners; two tasks of one hex stand apart.
  const above = { left: -80, top: -100, right: 80, bottom: -70 }
  expect(corners([{ x: 0, y: 0 }, { x: 0, y: 0 }], 100, 25, [NAME, above])).toEqual([{ x: 100, y: 0 }, { x: -100, y: 0 }])
})

it('covers as little as it can where every corner is taken', () => {
  const everywhere = { left: -200, top: -200, right: 200, bottom: 200 }
  const corner = { left: 90, top: -10, right: 200, bottom: 10 }
  expect(corners([{ x: 0, y: 0 }], 100, 25, [everywhere, corner, { ...NAME, top: -100 }])[0]!.x).toBe(-100)
})
