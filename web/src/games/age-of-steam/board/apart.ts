// Names that grow to be read from afar would cover each other: they give way by a little.
import type { Box } from '../../../table/viewport'

export interface Nudge {
  dx: number
  dy: number
}

const ROUNDS = 12

/** How far each box moves so that none covers another; none goes farther than so much. */
export function apart(boxes: ReadonlyMap<number, Box>, most: number): Map<number, Nudge> {
  const all = [...boxes].map(([key, box]) => ({ key, box, dx: 0, dy: 0 }))
  const held = (by: number) => Math.max(-most, Math.min(most, by))
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false
    for (const [n, a] of all.entries()) {
      for (const b of all.slice(n + 1)) {
        const wide = Math.min(a.box.right + a.dx, b.box.right + b.dx) - Math.max(a.box.left + a.dx, b.box.left + b.dx)
        const high = Math.min(a.box.bottom + a.dy, b.box.bottom + b.dy) - Math.max(a.box.top + a.dy, b.box.top + b.dy)
        if (wide <= 0.01 || high <= 0.01) continue
        moved = true
        // Along the shorter way, each half of it.
        const axis = wide < high ? 'dx' : 'dy'
        const middle = ({ box, dx, dy }: typeof a) => (axis === 'dx' ? box.left + box.right + 2 * dx : box.top + box.bottom + 2 * dy)
        const by = (Math.min(wide, high) / 2) * (middle(a) <= middle(b) ? -1 : 1)
        a[axis] = held(a[axis] + by)
        b[axis] = held(b[axis] - by)
      }
    }
    if (!moved) break
  }
  return new Map(all.flatMap(({ key, dx, dy }) => (dx || dy ? [[key, { dx, dy }]] : [])))
}

export const shifted = ({ left, top, right, bottom }: Box, by: Nudge | undefined): Box =>
  by ? { left: left + by.dx, top: top + by.dy, right: right + by.dx, bottom: bottom + by.dy } : { left, top, right, bottom }
