// Where places lie, how they are called, and which is next; pure arithmetic on what the server told.
import type { Best, BoardView, Fit, Reach } from './types'

export interface Spot { x: number; y: number }
export type Direction = 'up' | 'down' | 'left' | 'right'

type Grid = Pick<BoardView, 'wide' | 'middle' | 'columns' | 'first_row'>

/** Column and row of a place, counted from the first town. */
export function spotOf(board: Grid, place: number): Spot {
  const at = (n: number) => ({ x: n % board.wide, y: Math.floor(n / board.wide) })
  const [here, first] = [at(place), at(board.middle)]
  return { x: here.x - first.x, y: here.y - first.y }
}

export function placeAt(board: Grid, { x, y }: Spot): number {
  return board.middle + y * board.wide + x
}

export function nameOf(board: Grid, place: number): string {
  return `${board.columns[place % board.wide] ?? ''}${board.first_row + Math.floor(place / board.wide)}`
}

/** The place of a name in a sentence, or null. */
export function placeNamed(board: Grid, name: string): number | null {
  const found = /^([A-Z]{1,2})(-?\d+)$/.exec(name)
  const column = found ? board.columns.indexOf(found[1]!) : -1
  return column < 0 ? null : (Number(found![2]) - board.first_row) * board.wide + column
}

/** The places that a sentence names, in order. */
export function spokenOf(board: Grid, sentence: string): number[] {
  return sentence.split(' ').map((word) => placeNamed(board, word)).filter((place) => place !== null)
}

/** The room a map needs: its tiles, the places beside them, and so much that a small map is not shown huge. */
export function room(extent: readonly number[], side: number, least = { wide: 9, high: 6 }): { left: number; top: number; width: number; height: number } {
  const [left = 0, top = 0, right = 0, bottom = 0] = extent
  const margin = 1.42
  const wide = Math.max(least.wide, right - left + 1 + 2 * margin)
  const high = Math.max(least.high, bottom - top + 1 + 2 * margin)
  return {
    left: ((left + right + 1 - wide) / 2) * side, top: ((top + bottom + 1 - high) / 2) * side, width: wide * side, height: high * side,
  }
}

const ALONG: Record<Direction, (dx: number, dy: number) => [number, number]> = {
  right: (dx, dy) => [dx, dy], left: (dx, dy) => [-dx, dy], down: (dx, dy) => [dy, dx], up: (dx, dy) => [-dy, dx],
}

/** The nearest of some spots in a direction; what lies aside counts as farther. */
export function nextTowards<T extends Spot>(from: Spot, spots: readonly T[], direction: Direction): T | null {
  let best: T | null = null
  let least = Infinity
  for (const spot of spots) {
    const [along, aside] = ALONG[direction](spot.x - from.x, spot.y - from.y)
    if (along <= 0.01) continue
    const far = along + 2.2 * Math.abs(aside)
    if (far < least) [best, least] = [spot, far]
  }
  return best
}

// Rows with names ----------------------------------------------------------------------------------------

export const fitOf = (row: readonly unknown[]): Fit => {
  const [place, turn, steam, from_town, covers, circuit] = row as [number, number, number, number, boolean, number]
  return { place, turn, steam, from_town, covers, circuit }
}

export const reachOf = (row: readonly unknown[]): Reach => {
  const [place, x, y, least, rolls, points, ways] = row as [number, number, number, number, boolean, number, number]
  return { place, x, y, least, rolls, points, ways }
}

export const bestOf = (row: readonly unknown[]): Best => {
  const [place, sentence, says, points, spent, worst] = row as [number, string, string, number, number, number]
  return { place, sentence, says, points, spent, worst }
}

/** The next rotation of a tile that differs; of those that fit a place, if any do. */
export function turned(turns: readonly number[], now: number, by: number): number {
  const at = turns.indexOf(now)
  return turns[(at + by + turns.length * 2) % turns.length] ?? turns[0] ?? 0
}
