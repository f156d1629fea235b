// Where the board lies on the screen: scale and shift, pure arithmetic.

export interface Size { width: number; height: number }
export interface Shift { x: number; y: number; k: number }
export interface Box { left: number; top: number; right: number; bottom: number }

/** Bounds for the radius of a hex on the screen, in pixels. */
export const SMALLEST = 18
export const LARGEST = 96

export function clampScale(k: number, radius: number): number {
  return Math.min(LARGEST / radius, Math.max(SMALLEST / radius, k))
}

/** The whole board in the middle of the screen, or as much of it as the smallest hexes allow. */
export function fit(board: Size, screen: Size, radius: number): Shift {
  const k = clampScale(Math.min(screen.width / board.width, screen.height / board.height), radius)
  return { k, x: (screen.width - board.width * k) / 2, y: (screen.height - board.height * k) / 2 }
}

/** Zoom about a point of the screen, which stays where it is. */
export function zoomed(at: Shift, by: number, px: number, py: number, radius: number): Shift {
  const k = clampScale(at.k * by, radius)
  const part = k / at.k
  return { k, x: px - (px - at.x) * part, y: py - (py - at.y) * part }
}

/** Keep at least a part of the board on the screen. */
export function kept(at: Shift, board: Size, screen: Size): Shift {
  const clamp = (value: number, long: number, room: number) => {
    const rest = Math.min(room, long) * 0.35
    return Math.min(room - rest, Math.max(rest - long, value))
  }
  return { k: at.k, x: clamp(at.x, board.width * at.k, screen.width), y: clamp(at.y, board.height * at.k, screen.height) }
}

/** The least shift (and if need be a smaller scale) that brings a part of the board into view with a margin. */
export function revealed(at: Shift, part: Box, screen: Size, margin: number, radius: number): Shift {
  const wide = part.right - part.left
  const high = part.bottom - part.top
  const room = { width: screen.width - 2 * margin, height: screen.height - 2 * margin }
  const k = Math.min(at.k, clampScale(Math.min(room.width / wide, room.height / high), radius))
  const cx = (screen.width / 2 - at.x) / at.k
  const cy = (screen.height / 2 - at.y) / at.k
  const x = screen.width / 2 - cx * k
  const y = screen.height / 2 - cy * k
  return {
    k,
    x: into(x, part.left * k, part.right * k, margin, screen.width - margin),
    y: into(y, part.top * k, part.bottom * k, margin, screen.height - margin),
  }
}

function into(shift: number, from: number, to: number, least: number, most: number): number {
  if (to - from > most - least) return (least + most) / 2 - (from + to) / 2
  if (shift + from < least) return least - from
  if (shift + to > most) return most - to
  return shift
}

export const between = (a: Shift, b: Shift, part: number): Shift => ({
  k: a.k + (b.k - a.k) * part,
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
})
