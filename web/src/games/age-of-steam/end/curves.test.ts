import { describe, expect, it } from 'vitest'
import { scale, spread, values } from './curves'

describe('curves', () => {
  it('has round steps that hold all values', () => {
    expect(scale([0, 26])).toEqual({ least: 0, most: 30, ticks: [0, 10, 20, 30] })
    const below = scale([-37, 21])
    expect(below.least).toBeLessThanOrEqual(-37)
    expect(below.ticks).toContain(0)
    expect(scale([-14, 99])).toEqual({ least: -25, most: 100, ticks: [-25, 0, 25, 50, 75, 100] })
    expect(scale([]).ticks).toEqual([0, 1])
  })

  it('ends the line of who is out', () => {
    const point = { cash: 1, income: 2, shares: 3, engine: 1, score: 5 }
    expect(values([point, point, point], 'income', 2)).toEqual([2, 2])
    expect(values([point, { ...point, score: null }], 'score', 0)).toEqual([5])
  })

  it('moves labels apart and keeps them inside', () => {
    expect(spread([10, 12, 50], 20, 200)).toEqual([10, 30, 50])
    expect(spread([95, 95], 20, 100)).toEqual([80, 100])
  })
})
