/** Which boards are shown to choose from. */

import type { MapCard } from '../lib/types'

export interface Count {
  name: string
  least: number
  most: number
}

export const COUNTS: readonly Count[] = [
  { name: '1–2 players', least: 1, most: 2 },
  { name: '3–6', least: 3, most: 6 },
  { name: '7–8', least: 7, most: 8 },
]

/** Whether so many can play on a board. */
export const fits = (map: MapCard, count: Count): boolean => map.players[0] <= count.most && map.players[1] >= count.least
