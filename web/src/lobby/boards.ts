/** Which boards are shown to choose from, and in which order. */

import type { MapCard } from '../lib/types'
import { usualPlayers } from './seats'

/** How much a player does in a game: turns count more where more people sit at the table. */
export type Length = 'short' | 'medium' | 'long'
export type Order = 'usual' | 'name' | 'players' | 'length'

export interface Wish {
  /** Words that all stand somewhere on the card. */
  text: string
  /** The game it is a board of; empty for any. */
  game: string
  /** So many want to play; 0 for any number. */
  players: number
  length: Length | ''
  /** What the board must have. */
  special: readonly string[]
  transcribed: boolean
}

export const NO_WISH: Wish = { text: '', game: '', players: 0, length: '', special: [], transcribed: false }

export const ORDERS: readonly { value: Order; name: string }[] = [
  { value: 'usual', name: 'Base game first' },
  { value: 'name', name: 'By name' },
  { value: 'players', name: 'By players' },
  { value: 'length', name: 'Shortest first' },
]

/** The turns of everybody together, with so many players. */
export function work(map: MapCard, players: number): number {
  const seats = Math.min(Math.max(players || usualPlayers(map.players), map.players[0]), map.players[1])
  return (map.page.turns[seats - map.players[0]] ?? 0) * seats
}

export function length(map: MapCard, players: number): Length {
  const turns = work(map, players)
  return turns <= 16 ? 'short' : turns <= 32 ? 'medium' : 'long'
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function fits(map: MapCard, wish: Wish): boolean {
  const { players, text, special } = wish
  const card = plain([map.name, map.designer, map.differs, ...map.page.special, ...map.page.places.map(([name]) => name)].join(' '))
  return (
    (!wish.game || map.game === wish.game) &&
    (!players || (map.players[0] <= players && players <= map.players[1])) &&
    (!wish.transcribed || map.provenance === 'transcribed') &&
    (!wish.length || length(map, players) === wish.length) &&
    special.every((one) => map.page.special.includes(one)) &&
    plain(text).split(/\s+/).every((word) => card.includes(word))
  )
}

/** The boards that fit a wish, in an order; the usual one is that of the server. */
export function chosenBoards(maps: readonly MapCard[], wish: Wish, order: Order): MapCard[] {
  const found = maps.filter((map) => fits(map, wish))
  if (order === 'name') return found.sort((a, b) => a.name.localeCompare(b.name, 'en'))
  if (order === 'players') return found.sort((a, b) => a.players[0] - b.players[0] || a.players[1] - b.players[1])
  if (order === 'length') return found.sort((a, b) => work(a, wish.players) - work(b, wish.players))
  return found
}

/** What can be special about these boards, the most common first, and how many of them several boards have. */
export function specials(maps: readonly MapCard[]): { tags: string[]; common: number } {
  const count = new Map<string, number>()
  for (const map of maps) for (const one of map.page.special) count.set(one, (count.get(one) ?? 0) + 1)
  const tags = [...count.keys()].sort((a, b) => (count.get(b) ?? 0) - (count.get(a) ?? 0))
  return { tags, common: tags.filter((tag) => count.get(tag)! > 1).length }
}
