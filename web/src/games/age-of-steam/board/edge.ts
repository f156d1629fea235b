// Where the pills stand that tell of destinations outside the view.
import type { Box, Size } from '../../../table/viewport'

export interface Outside {
  /** The destination on the screen, which it has left. */
  x: number
  y: number
  /** How wide its pill is. */
  wide: number
}
export interface EdgePill {
  arrow: '←' | '→' | '↑' | '↓'
  left: number
  top: number
  /** Which part of the pill stands left of that point. */
  anchor: number
}

/** How high a pill is with the gap to the next, and how far its middle stays from the edge. */
const [HIGH, RIM] = [34, 24]

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** A pill for each: at the edge beyond which it lies, but on no other pill, and on no place if it can be helped. */
export function edgePills(outside: readonly Outside[], screen: Size, places: readonly Box[]): EdgePill[] {
  const taken: Box[] = []
  return outside.map(({ x, y, wide }) => {
    const arrow = x < 0 ? '←' : x > screen.width ? '→' : y < 0 ? '↑' : '↓'
    const across = arrow === '←' || arrow === '→'
    const spots = steps(across ? screen.height : screen.width).map((by) => {
      const left = held(x + (across ? 0 : by), 12, screen.width - 12)
      const top = held(y + (across ? by : 0), RIM, screen.height - RIM)
      const anchor = left / screen.width
      const box = { left: left - anchor * wide, right: left + (1 - anchor) * wide, top: top - HIGH / 2, bottom: top + HIGH / 2 }
      return { left, top, anchor, box }
    })
    // Pills for a full edge stand in a pile.
    const inwards = y > screen.height / 2 ? -1 : 1
    const piled = spots.length ? Array.from({ length: 8 }, (_, n) => pushed(spots[0]!, inwards * n * HIGH)) : []
    const free = (over: readonly Box[]) => ({ box }: { box: Box }) => !over.some((other) => meet(box, other))
    const spot = spots.find(free([...taken, ...places])) ?? [...piled, ...spots].find(free(taken)) ?? spots[0]!
    taken.push(spot.box)
    return { arrow, left: spot.left, top: spot.top, anchor: spot.anchor }
  })
}

const held = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Steps along an edge to both sides, the nearest first. */
function steps(length: number): number[] {
  const count = Math.ceil(length / HIGH)
  return [0, ...Array.from({ length: count }, (_, n) => [(n + 1) * HIGH, -(n + 1) * HIGH]).flat()]
}

function pushed<T extends { top: number; box: Box }>(spot: T, by: number): T {
  const { box } = spot
  return { ...spot, top: spot.top + by, box: { ...box, top: box.top + by, bottom: box.bottom + by } }
}
