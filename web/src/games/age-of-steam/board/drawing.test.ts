import { describe, expect, it } from 'vitest'
import { plusAt } from './drawing'

describe('the plus of a hex', () => {
  const hex = { x: 100, y: 100 }
  const R = 36
  it('stands upper right', () => {
    for (const flat of [true, false]) {
      const at = plusAt(hex, R, flat, [])
      expect(at.x).toBeGreaterThan(100)
      expect(at.y).toBeLessThan(100)
    }
  })
  it('keeps clear of the middle of every side, where track runs', () => {
    for (const flat of [true, false]) {
      const at = plusAt(hex, R, flat, [])
      const sides = Array.from({ length: 6 }, (_, n) => (Math.PI / 3) * (n + (flat ? 0.5 : 0)))
      const away = sides.map((turn) => Math.hypot(100 + 0.866 * R * Math.cos(turn) - at.x, 100 + 0.866 * R * Math.sin(turn) - at.y))
      expect(Math.min(...away)).toBeGreaterThan((0.125 + 0.09) * R)
    }
  })
  it('gives way to a name that stands there', () => {
    const name = { left: 60, top: 70, right: 140, bottom: 85 }
    expect(plusAt(hex, R, true, [name]).y).toBeGreaterThan(100)
  })
})
