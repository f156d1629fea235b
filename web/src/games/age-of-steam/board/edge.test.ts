import { describe, expect, it } from 'vitest'
import { edgePills } from './edge'

const SCREEN = { width: 390, height: 400 }

describe('pills at the edge', () => {
  it('stand at the edge beyond which their places lie', () => {
    const pills = edgePills([{ x: -50, y: 200, wide: 100 }, { x: 500, y: 100, wide: 100 }, { x: 200, y: -80, wide: 100 }, { x: 200, y: 900, wide: 100 }], SCREEN, [])
    expect(pills.map(({ arrow }) => arrow)).toEqual(['←', '→', '↑', '↓'])
    expect(pills.map(({ left, top }) => [left, top])).toEqual([[12, 200], [378, 100], [200, 24], [200, 376]])
  })

  it('do not cover each other', () => {
    const pills = edgePills(Array.from({ length: 5 }, () => ({ x: 200, y: -80, wide: 300 })), SCREEN, [])
    const tops = pills.map(({ top }) => top).sort((a, b) => a - b)
    for (const [n, top] of tops.entries()) if (n) expect(top - tops[n - 1]!).toBeGreaterThanOrEqual(34)
  })

  it('go along the edge where a city lies in the way', () => {
    const city = { left: 0, top: 180, right: 40, bottom: 220 }
    const [pill] = edgePills([{ x: -50, y: 200, wide: 100 }], SCREEN, [city])
    expect(pill!.left).toBe(12)
    expect(Math.abs(pill!.top - 200)).toBeGreaterThanOrEqual(34)
  })
})
