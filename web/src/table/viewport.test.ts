import { describe, expect, it } from 'vitest'
import { LARGEST, NEAR, SMALLEST, fit, grown, kept, nameScale, near, quietCorner, revealed, zoomed } from './viewport'

const board = { width: 1000, height: 800 }
const R = 36

describe('fit', () => {
  it('shows the whole board in the middle', () => {
    const at = fit(board, { width: 1000, height: 1000 }, R)
    expect(at).toEqual({ k: 1, x: 0, y: 100 })
  })
  it('never makes hexes smaller than can be seen', () => {
    expect(fit(board, { width: 100, height: 100 }, R).k * R).toBe(SMALLEST)
  })
  it('shows all of a board that can be read at less', () => {
    const at = fit(board, { width: 100, height: 100 }, R, undefined, 3)
    expect(at.k * board.width).toBeLessThanOrEqual(100)
    expect(at.y).toBeGreaterThanOrEqual(0)
  })
  it('shows all of a large board on a phone', () => {
    const usa = { width: 1530, height: 1100 }
    expect(fit(usa, { width: 390, height: 256 }, R).k * usa.width).toBeLessThanOrEqual(390)
  })
})

describe('fit beside what stands in the corner', () => {
  const corner = { width: 50, height: 120 }
  it('leaves room for it where the board would reach beneath', () => {
    const at = fit(board, { width: 1000, height: 800 }, R, corner)
    expect(at.x + board.width * at.k - 0.3 * R * at.k).toBeCloseTo(1000 - 50, -1)
    expect(at.k).toBeGreaterThan(0.94)
  })
  it('stays in the middle as far as the corner lets it', () => {
    const low = { width: 110, height: 40 }
    const at = fit(board, { width: 1000, height: 850 }, R, low)
    expect(at.k).toBe(1)
    expect(at.y).toBeCloseTo(850 - 40 + 0.3 * R - 800)
    expect(fit(board, { width: 1000, height: 900 }, R, low).y).toBe(50)
  })
  it('is as large as ever where it does not', () => {
    const screen = { width: 1300, height: 800 }
    expect(fit(board, screen, R, corner)).toEqual(fit(board, screen, R))
  })
})

describe('near', () => {
  const phone = { width: 390, height: 400 }
  it('shows what matters in the middle, large enough to be read', () => {
    const at = near(board, phone, R, { x: 500, y: 400 })
    expect(at.k * R).toBe(NEAR)
    expect([500 * at.k + at.x, 400 * at.k + at.y]).toEqual([195, 200])
  })
  it('shows no more than the board at its rim', () => {
    const at = near(board, phone, R, { x: 0, y: 800 })
    expect(at.x).toBe(0)
    expect(at.y + board.height * at.k).toBeCloseTo(400)
  })
  it('shows a small board whole', () => {
    expect(near({ width: 300, height: 300 }, phone, R, { x: 0, y: 0 })).toEqual(fit({ width: 300, height: 300 }, phone, R))
  })
})

describe('nameScale', () => {
  it('makes small names readable, in steps, and lets large ones be', () => {
    expect(nameScale(12)).toBe(1)
    expect(nameScale(8) * 8).toBeGreaterThanOrEqual(9.4)
    expect(nameScale(8)).toBe(nameScale(7.95))
  })
  it('does not let them swamp a board seen from very far', () => {
    expect(nameScale(3)).toBeLessThan(2)
  })
})

it('a box grows about its middle', () => {
  expect(grown({ left: 10, top: 10, right: 30, bottom: 20 }, 2)).toEqual({ left: 0, top: 5, right: 40, bottom: 25 })
})

describe('quietCorner', () => {
  const screen = { width: 800, height: 600 }
  const size = { width: 200, height: 40 }
  const centre = { x: 400, y: 300 }
  it('is where a caption covers least', () => {
    const points = [{ x: 50, y: 30, weight: 1 }, { x: 50, y: 580, weight: 5 }, { x: 760, y: 30, weight: 5 }]
    expect(quietCorner(points, 20, screen, size, centre)).toBe('top left')
    expect(quietCorner(points.slice(0, 2), 20, screen, size, centre)).toBe('top right')
  })
  it('is never beside the pointer', () => {
    expect(quietCorner([], 20, screen, size, { x: 100, y: 30 })).toBe('bottom left')
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
