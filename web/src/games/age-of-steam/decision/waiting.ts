// While others are asked, an answer of one's own can be prepared.
import type { View } from '../types'

/** The questions of others that leave time to prepare a bid, or to pass the moves of goods. */
const BIDDING = ['issue', 'bid']
const MOVING = ['build', 'move']

/** What can be prepared now, and for which of one's seats; null if nothing can. */
export function preparing(view: View, mine: readonly number[], auction: boolean): { seat: number; what: 'bid' | 'pass' } | null {
  const seat = mine.find((one) => !view.players[one]?.out)
  const what = auction && BIDDING.includes(view.control) ? 'bid' : MOVING.includes(view.control) ? 'pass' : null
  // Alone there is nobody to wait for.
  if (seat === undefined || !what || view.over || view.players.length < 2) return null
  return { seat, what }
}
