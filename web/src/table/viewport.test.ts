import { describe, expect, it } from 'vitest'
import { LARGEST, SMALLEST, fit, kept, revealed, zoomed } from './viewport'

const board = { width: 1000, height: 800 }
const R = 36

describe('fit', () => {
  it('shows the whole board in the middle', () => {
    const at = fit(board, { width: 1000, height: 1000 }, R)
    expect(at).toEqual({ k: 1, x: 0, y: 100 })
  })
  it('never makes hexes smaller than can be read', () => {
    expect(fit(board, { width: 100, height: 100 }, R).k * R).toBe(SMALLEST)
  })
})

describe('zoomed', () => {
  it('keeps the point under the pointer where it is', () => {
    const at = zoomed({ k: 1, x: 10, y: 20 }, 1.5, 300, 200, R)
    expect((300 - at.x) / at.k).toBeCloseTo(290)
    expect((200 - at.y) / at.k).toBeCloseTo(180)
  })
  it('stops at the largest hexes', () => {
    expect(zoomed({ k: 1, x: 0, y: 0 }, 99, 0, 0, R).k * R).toBe(LARGEST)
  })
})

it('a board cannot be pushed out of sight', () => {
  const at = kept({ k: 1, x: 5000, y: -5000 }, board, { width: 500, height: 400 })
  expect(at.x).toBeLessThan(500)
  expect(at.y + board.height).toBeGreaterThan(0)
})

describe('revealed', () => {
  const screen = { width: 400, height: 300 }
  it('leaves alone what is in sight', () => {
    const at = { k: 1, x: 0, y: 0 }
    expect(revealed(at, { left: 50, top: 50, right: 120, bottom: 120 }, screen, 16, R)).toEqual(at)
  })
  it('moves just enough', () => {
    const at = revealed({ k: 1, x: 0, y: 0 }, { left: 450, top: 50, right: 500, bottom: 100 }, screen, 16, R)
    expect(at).toEqual({ k: 1, x: 400 - 16 - 500, y: 0 })
  })
  it('comes farther away for a long route', () => {
    const at = revealed({ k: 1, x: 0, y: 0 }, { left: 0, top: 0, right: 600, bottom: 100 }, screen, 16, R)
    expect(at.k).toBeLessThan(1)
    expect(at.x + 600 * at.k).toBeLessThanOrEqual(400)
  })
})
