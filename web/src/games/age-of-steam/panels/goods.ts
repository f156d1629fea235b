/** The goods display in its two halves, with their words. */

import type { ColumnView } from '../types'
import { capital, listed } from '../../../lib/words'

export interface Half {
  half: string
  name: string
  /** When it is rolled, and which results its New Cities grow with. */
  says: string
  columns: ColumnView[]
}

const ROLLED = ['rolled first', 'rolled second']

const span = (words: (string | number)[]): string =>
  words.length > 1 ? `${words[0]}–${words[words.length - 1]}` : `${words[0]}`

export function halves(columns: readonly ColumnView[]): Half[] {
  const names = [...new Set(columns.map((column) => column.half))]
  return names.map((half, n) => {
    const own = columns.filter((column) => column.half === half)
    const cities = own.filter((column) => column.letter)
    const dice = cities.map((column) => column.die).sort((a, b) => a - b)
    const grow = cities.length
      ? `${span(cities.map((column) => column.letter ?? ''))} ${cities.length > 1 ? 'grow' : 'grows'} with ${span(dice)}`
      : ''
    return {
      half,
      name: capital(half),
      says: [names.length > 1 ? ROLLED[n] : '', grow].filter(Boolean).join(' · '),
      // The numbered columns first, as on the printed display.
      columns: [...own.filter((column) => !column.letter), ...cities],
    }
  })
}

/** A column in words, for the tooltip and for screen readers. */
export function heard(column: ColumnView): string {
  const cubes = column.boxes.filter((colour): colour is string => colour !== null)
  const where = column.place ?? 'not on the board'
  const city = column.letter && column.colour ? ` (${column.colour})` : ''
  return `${capital(column.name)}${city}, ${where}: ${cubes.length ? listed(cubes) : 'empty'}`
}
