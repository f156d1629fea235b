// Finding hexes: under the pointer, and the next one in a direction.
import type { BoardView, HexView } from './types'

export interface Point { x: number; y: number }
export type Direction = 'up' | 'down' | 'left' | 'right'

/** The hex at a point: centres are spread evenly, so the nearest centre is the hex. */
export function hexAt(board: BoardView, x: number, y: number): number | null {
  const found = nearest(board, board.hexes.keys(), x, y)
  return found !== null && distance(board.hexes[found]!, x, y) <= board.radius ? found : null
}

export function nearest(board: BoardView, among: Iterable<number>, x: number, y: number): number | null {
  let best: number | null = null
  let least = Infinity
  for (const hex of among) {
    const away = distance(board.hexes[hex]!, x, y)
    if (away < least) [best, least] = [hex, away]
  }
  return best
}

export const distance = (hex: Point, x: number, y: number): number => Math.hypot(hex.x - x, hex.y - y)

/** The next of some points in a direction: near, and rather straight ahead than aside. */
export function nextTowards<P extends Point>(from: Point, among: Iterable<P>, direction: Direction): P | null {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number]
  let best: P | null = null
  let least = Infinity
  for (const point of among) {
    const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx)
    if (ahead <= 1) continue
    const cost = ahead + 2 * aside
    if (cost < least) [best, least] = [point, cost]
  }
  return best
}

/** Whether a hex is a place with a name of its own. */
export const named = (hex: HexView): boolean => hex.label !== hex.name

/** The hexes a sentence of the log speaks of, by their words. */
export function spokenOf(board: BoardView, sentence: string): number[] {
  const words = sentence.split(' ').slice(1)
  return words.flatMap((word) => {
    const hex = wordTable(board).get(word)
    return hex === undefined ? [] : [hex]
  })
}

const tables = new WeakMap<BoardView, Map<string, number>>()

function wordTable(board: BoardView): Map<string, number> {
  let table = tables.get(board)
  if (!table) tables.set(board, (table = new Map(board.hexes.map((hex, n) => [hex.word, n]))))
  return table
}
