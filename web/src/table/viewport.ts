// Where the board lies on the screen: scale and shift, pure arithmetic.

export interface Size { width: number; height: number }
export interface Shift { x: number; y: number; k: number }
export interface Box { left: number; top: number; right: number; bottom: number }

/** Bounds for the radius of a hex on the screen, in pixels; at the lower one the largest board is whole on a phone. */
export const SMALLEST = 6
export const LARGEST = 96
/** The radius of a hex at which a small screen begins: names can be read. */
export const NEAR = 30
/** Names are not shown smaller than this many pixels, and not larger than so many times their hexes' share. */
const READABLE = 9.4
const MOST = 1.6

/** `smallest` is the radius in pixels below which a board is not shown: one of few large tiles can be read at less. */
export function clampScale(k: number, radius: number, smallest = SMALLEST): number {
  return Math.min(LARGEST / radius, Math.max(smallest / radius, k))
}

/**
 * The whole board in the middle of the screen, or as much of it as the smallest hexes allow.
 * `corner` is what stands in the lower right corner of the screen: the board does not reach beneath it.
 */
export function fit(board: Size, screen: Size, radius: number, corner: Size = { width: 0, height: 0 }, smallest = SMALLEST): Shift {
  const whole = middle(board, screen, radius, smallest)
  // The margin of the board holds no hexes, so it may lie beneath.
  const rim = 0.3 * radius * whole.k
  const beneath =
    whole.x + board.width * whole.k - rim > screen.width - corner.width &&
    whole.y + board.height * whole.k - rim > screen.height - corner.height
  if (!beneath) return whole
  const free = { width: screen.width - corner.width + rim, height: screen.height - corner.height + rim }
  const beside = middle(board, { ...screen, width: free.width }, radius, smallest)
  const above = middle(board, { ...screen, height: free.height }, radius, smallest)
  // In the middle of the whole screen as far as the corner lets it.
  const aside = (long: number, room: number, most: number) => Math.min((room - long) / 2, most - long)
  if (beside.k > above.k) return { ...beside, x: aside(board.width * beside.k, screen.width, free.width) }
  return { ...above, y: aside(board.height * above.k, screen.height, free.height) }
}

function middle(board: Size, room: Size, radius: number, smallest: number): Shift {
  const k = clampScale(Math.min(room.width / board.width, room.height / board.height), radius, smallest)
  return { k, x: (room.width - board.width * k) / 2, y: (room.height - board.height * k) / 2 }
}

/** A part of the board about a point, near enough to be read; the whole board where it is that anyway. */
export function near(board: Size, screen: Size, radius: number, about: { x: number; y: number }): Shift {
  const whole = fit(board, screen, radius)
  const k = Math.max(whole.k, NEAR / radius)
  const place = (long: number, room: number, at: number) =>
    long * k <= room ? (room - long * k) / 2 : Math.min(0, Math.max(room - long * k, room / 2 - at * k))
  return { k, x: place(board.width, screen.width, about.x), y: place(board.height, screen.height, about.y) }
}

/** Zoom about a point of the screen, which stays where it is. */
export function zoomed(at: Shift, by: number, px: number, py: number, radius: number, smallest = SMALLEST): Shift {
  const k = clampScale(at.k * by, radius, smallest)
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
export function revealed(at: Shift, part: Box, screen: Size, margin: number, radius: number, smallest = SMALLEST): Shift {
  const wide = part.right - part.left
  const high = part.bottom - part.top
  const room = { width: screen.width - 2 * margin, height: screen.height - 2 * margin }
  const k = Math.min(at.k, clampScale(Math.min(room.width / wide, room.height / high), radius, smallest))
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

/** How much larger names are than the drawing has them, where they would be so many pixels high; in few steps. */
export function nameScale(pixels: number): number {
  return Math.min(MOST, Math.max(1, Math.ceil((10 * READABLE) / pixels - 0.1) / 10))
}

/** A box so many times as large about its middle. */
export function grown({ left, top, right, bottom }: Box, by: number): Box {
  const [across, down] = [((right - left) * (by - 1)) / 2, ((bottom - top) * (by - 1)) / 2]
  return { left: left - across, top: top - down, right: right + across, bottom: bottom + down }
}

export type Corner = 'top left' | 'bottom left' | 'top right'

/**
 * The corner of the screen where a caption covers least of some points that weigh differently, each so far round;
 * never the one beside the pointer.
 */
export function quietCorner(
  points: { x: number; y: number; weight: number }[], reach: number, screen: Size, caption: Size, pointer: { x: number; y: number },
): Corner {
  const within = ({ x, y }: { x: number; y: number }, corner: Corner) =>
    (corner === 'top right' ? x > screen.width - caption.width - reach : x < caption.width + reach) &&
    (corner === 'bottom left' ? y > screen.height - caption.height - reach : y < caption.height + reach)
  const covered = (corner: Corner) =>
    points.reduce((sum, point) => sum + (within(point, corner) ? point.weight : 0), within(pointer, corner) ? Infinity : 0)
  const corners: Corner[] = ['top left', 'bottom left', 'top right']
  return corners.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best))
}

export const between = (a: Shift, b: Shift, part: number): Shift => ({
  k: a.k + (b.k - a.k) * part,
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
})
