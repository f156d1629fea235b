/** The figures of a finished game as lines: scales, points and labels that do not lie on one another. */

import type { End, Point } from '../types'

export type Figure = 'income' | 'cash' | 'score'

export interface Scale {
  least: number
  most: number
  ticks: number[]
}

/** A scale with round steps that holds all the values, zero included. */
export function scale(values: readonly number[], wanted = 5): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const rough = (high - low) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 2.5, 5, 10].map((n) => n * power).filter(Number.isInteger)
  const step = Math.max(1, round.find((n) => n >= rough) ?? 10 * power)
  const least = Math.floor(low / step) * step
  const most = Math.ceil(high / step) * step
  const ticks: number[] = []
  for (let tick = least; tick <= most + step / 2; tick += step) ticks.push(tick)
  return { least, most, ticks }
}

/** One player's figures after every turn; the server tells them turn by turn. */
export const curveOf = (end: End, seat: number): Point[] => end.curves.map((turn) => turn[seat]).filter((point) => point !== undefined)

/** One player's values by turn; from the turn in which somebody is out there are none. */
export function values(points: readonly Point[], figure: Figure, out: number): number[] {
  const kept = out > 0 ? points.slice(0, out) : points
  const found: number[] = []
  for (const point of kept) {
    const value = point[figure]
    if (value === null || value === undefined) break
    found.push(value)
  }
  return found
}

/** Labels moved apart so that each has `room`, within `bottom`; the order is kept. */
export function spread(wanted: readonly number[], room: number, bottom: number): number[] {
  const order = wanted.map((y, n) => ({ y, n })).sort((a, b) => a.y - b.y)
  let last = -Infinity
  for (const label of order) last = label.y = Math.max(label.y, last + room)
  let next = bottom + room
  for (const label of [...order].reverse()) next = label.y = Math.min(label.y, next - room)
  const out = new Array<number>(wanted.length)
  for (const label of order) out[label.n] = label.y
  return out
}

