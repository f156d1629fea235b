/** Tables in the lobby: in which order, and what is said about each. */

import type { SeatCard, TableCard } from '../lib/types'
import { listed, shortPhase, turnOf } from '../lib/words'

/** One's own tables: where one is asked first, then the running ones, the finished last; newest first among equals. */
export function inOrder(tables: readonly TableCard[]): TableCard[] {
  const weight = (table: TableCard): number => (table.over ? 2 : table.my_turn ? 0 : 1)
  return [...tables].sort((a, b) => weight(a) - weight(b) || b.updated.localeCompare(a.updated))
}

export function seatName(seat: SeatCard): string {
  return seat.name || 'Free seat'
}

/** Who plays, as a title: “Ada, Emil and 2 free seats”. */
export function company(table: TableCard): string {
  const names = table.seats.filter((seat) => seat.taken || seat.kind === 'bot').map(seatName)
  const free = table.seats.length - names.length
  if (free) names.push(free === 1 ? 'a free seat' : `${free} free seats`)
  return listed(names)
}

/** What a table is called: by its name, or by who plays there. */
export const titleOf = (table: TableCard): string => table.name || company(table)

/** A name for a new table that none of one's own has: “Sunday table”, “Sunday table 2”. */
export function usualName(taken: readonly string[], today = new Date()): string {
  const day = `${today.toLocaleDateString('en', { weekday: 'long' })} table`
  let name = day
  for (let n = 2; taken.includes(name); n += 1) name = `${day} ${n}`
  return name
}

/** The people who would lose a table that is removed, besides oneself. */
export const others = (table: TableCard): string[] =>
  table.seats.filter((seat) => seat.taken && !seat.mine && seat.kind !== 'bot').map(seatName)

/** Where the game stands, in one line. */
export function stage(table: TableCard, now = Date.now()): string {
  if (table.over) return ['Finished', ago(table.updated, now)].filter(Boolean).join(' ')
  const seated = table.seats.filter((seat) => seat.taken).length
  if (!table.begun) return `${seated} of ${table.seats.length} seated`
  // A game whose turns have no parts calls them turns too.
  return [turnOf(table), shortPhase(table.phase)].filter((word) => word !== 'Turn').join(' · ')
}

/** What one waits for; empty if it is one's own turn. */
export function waiting(table: TableCard): string {
  if (table.over) {
    if (table.seats.length === 1) return table.winners.length ? 'Won' : 'Lost'
    const many = table.winners.length > 1
    return table.winners.length ? `${listed(table.winners)} ${many ? 'win' : 'wins'}` : 'Nobody wins'
  }
  if (table.my_turn) return 'Your turn'
  return table.asked ? `Waiting for ${table.asked}` : 'Waiting for dice'
}

/** “3 minutes ago”, for a moment that the server tells in ISO form. */
export function ago(iso: string, now = Date.now()): string {
  const then = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`)
  if (Number.isNaN(then)) return ''
  const minutes = Math.max(0, Math.round((now - then) / 60000))
  const unit = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'} ago`
  if (minutes < 1) return 'just now'
  if (minutes < 60) return unit(minutes, 'minute')
  if (minutes < 48 * 60) return unit(Math.round(minutes / 60), 'hour')
  return unit(Math.round(minutes / 1440), 'day')
}
