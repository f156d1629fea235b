// Where the numbers of a lesson stand: at a corner of their hex, off the names of places and off each other.
import type { Box } from '../../../table/viewport'

interface Spot { x: number; y: number }

/** The corners of a hex by its radius, the upper right one first: there the eye looks for a number. */
const CORNERS = [[0.5, -0.866], [-0.5, -0.866], [1, 0], [0.5, 0.866], [-0.5, 0.866], [-1, 0]] as const

/** How far a disc reaches into a box; 0 where they are apart. */
function into({ x, y }: Spot, reach: number, box: Box): number {
  const wide = Math.min(x + reach, box.right) - Math.max(x - reach, box.left)
  const high = Math.min(y + reach, box.bottom) - Math.max(y - reach, box.top)
  return wide > 0 && high > 0 ? wide * high : 0
}

/** A corner for the disc of each hex, in their order: the first that is free, else where least is covered. */
export function corners(hexes: readonly Spot[], radius: number, reach: number, names: Iterable<Box>): Spot[] {
  const taken = [...names]
  return hexes.map(({ x, y }) => {
    const spots = CORNERS.map(([dx, dy]) => ({ x: x + dx * radius, y: y + dy * radius }))
    const covered = spots.map((spot) => taken.reduce((sum, box) => sum + into(spot, reach, box), 0))
    const best = spots[covered.indexOf(Math.min(...covered))]!
    taken.push({ left: best.x - reach, top: best.y - reach, right: best.x + reach, bottom: best.y + reach })
    return best
  })
}
