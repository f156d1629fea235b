// The line a train runs along: pieces from side to side of tiles, straight or a quarter circle.
export interface Tile { x: number; y: number; town: boolean }
/** From a point to a point, in tiles; a bend runs about a corner. */
export interface Piece { x0: number; y0: number; x1: number; y1: number; bend: { x: number; y: number } | null }

/** The pieces of a way over neighbouring tiles, from the middle of the first to the middle of the last. */
export function track(tiles: readonly Tile[]): Piece[] {
  const out: Piece[] = []
  const middle = (tile: Tile) => ({ x: tile.x + 0.5, y: tile.y + 0.5 })
  const edge = (a: Tile, b: Tile) => ({ x: (a.x + b.x + 1) / 2, y: (a.y + b.y + 1) / 2 })
  const add = (a: { x: number; y: number }, b: { x: number; y: number }, bend: Piece['bend'] = null) =>
    out.push({ x0: a.x, y0: a.y, x1: b.x, y1: b.y, bend })
  tiles.forEach((tile, n) => {
    const [before, after] = [tiles[n - 1], tiles[n + 1]]
    const from = before ? edge(before, tile) : middle(tile)
    const to = after ? edge(tile, after) : middle(tile)
    if (!before || !after) {
      if (from.x !== to.x || from.y !== to.y) add(from, to)
    } else if (tile.town || before.x === after.x || before.y === after.y) {
      // Through a town one goes by its middle, where one may turn.
      add(from, middle(tile))
      add(middle(tile), to)
    } else {
      add(from, to, { x: from.x + to.x - (tile.x + 0.5), y: from.y + to.y - (tile.y + 0.5) })
    }
  })
  return out
}

const long = ({ x0, y0, x1, y1, bend }: Piece) => (bend ? Math.PI / 4 : Math.hypot(x1 - x0, y1 - y0))

export const length = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + long(piece), 0)

/** The point a part of the way along, and the heading there in degrees. */
export function along(pieces: readonly Piece[], part: number): { x: number; y: number; heading: number } {
  let rest = Math.min(1, Math.max(0, part)) * length(pieces)
  const piece = pieces.find((one, n) => rest <= long(one) || n === pieces.length - 1 || ((rest -= long(one)), false))!
  const share = Math.min(1, rest / long(piece))
  const { x0, y0, x1, y1, bend } = piece
  const degrees = (y: number, x: number) => (Math.atan2(y, x) * 180) / Math.PI
  if (!bend) return { x: x0 + (x1 - x0) * share, y: y0 + (y1 - y0) * share, heading: degrees(y1 - y0, x1 - x0) }
  const start = Math.atan2(y0 - bend.y, x0 - bend.x)
  let sweep = Math.atan2(y1 - bend.y, x1 - bend.x) - start
  if (sweep > Math.PI) sweep -= 2 * Math.PI
  if (sweep < -Math.PI) sweep += 2 * Math.PI
  const angle = start + sweep * share
  const heading = (angle * 180) / Math.PI + (sweep > 0 ? 90 : -90)
  return { x: bend.x + 0.5 * Math.cos(angle), y: bend.y + 0.5 * Math.sin(angle), heading }
}
