/** The seats of a table that is being set up: sensible defaults, so that one click is enough. */

import type { BotCard, SeatCard, SeatRequest } from '../lib/types'

export type SeatKind = SeatCard['kind']

export interface Seat {
  kind: SeatKind
  /** The name that was typed; empty leaves it to us. */
  name: string
  bot: string
}

/** Who plays: the quick choices above the list of seats. */
export type Company = 'bots' | 'here'

export const MARK_NAMES = ['triangle', 'square', 'diamond', 'plus', 'disc', 'chevron', 'two bars', 'star']

/** Bots get people's names: a log of “Ada built…” reads better than one of “Bot 2 built…”. */
const BOT_NAMES = ['Ada', 'Emil', 'Carl', 'Dora', 'Bea', 'Ines', 'Otto', 'Greta', 'Hugo']

/** The number of players to begin with: four if the board allows it. */
export function usualPlayers([least, most]: readonly [number, number]): number {
  return Math.min(Math.max(4, least), most)
}

/** The bot to begin with: one that plays well, if there is one. */
export function usualBot(bots: readonly BotCard[]): string {
  return ['greedy', 'frugal'].find((id) => bots.some((bot) => bot.id === id)) ?? bots[0]?.id ?? ''
}

/** The bots at a table of which there is something to say, each once. */
export function botsAt(seats: readonly Seat[], bots: readonly BotCard[]): BotCard[] {
  return bots.filter((bot) => bot.says && seats.some((seat) => seat.kind === 'bot' && seat.bot === bot.id))
}

/** The seats of a table with this company: oneself first. */
export function seatsFor(company: Company, count: number, bot: string, me = ''): Seat[] {
  return Array.from({ length: count }, (_, n) => ({
    kind: n === 0 || company === 'here' ? 'here' : 'bot',
    name: n === 0 ? me : '',
    bot,
  }))
}

/** More or fewer seats; those once cut off come back, others are like the last, so that a table of bots stays one. */
export function resized(seats: readonly Seat[], count: number, spare: readonly Seat[] = []): Seat[] {
  const out = [...seats, ...spare.slice(seats.length)].slice(0, count).map((seat) => ({ ...seat }))
  const last = out.at(-1)
  while (last && out.length < count) out.push({ ...last, name: '' })
  return out
}

/** The names the seats will bear: typed ones as they are, the others filled in, none twice. */
export function seatNames(seats: readonly Seat[]): string[] {
  const used = new Set(seats.filter((seat) => seat.kind === 'here').map((seat) => seat.name.trim().toLowerCase()))
  let people = 0
  const free = (wanted: string): boolean => !used.has(wanted.toLowerCase())
  return seats.map((seat) => {
    if (seat.kind === 'bot') {
      const name = BOT_NAMES.find(free) ?? 'Bot'
      used.add(name.toLowerCase())
      return name
    }
    if (seat.kind !== 'here') return ''
    people += 1
    return seat.name.trim() || `Player ${people}`
  })
}

/** What is wrong with the names, in one sentence; null if nothing is. */
export function trouble(seats: readonly Seat[]): string | null {
  const names = seatNames(seats).filter(Boolean)
  const twice = names.find((name, n) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== n)
  return twice ? `Two seats are called ${twice}. Each needs a name of its own.` : null
}

/** The seats as the server wants them. */
export function requested(seats: readonly Seat[]): SeatRequest[] {
  const names = seatNames(seats)
  return seats.map((seat, n) => ({
    kind: seat.kind,
    name: names[n] ?? '',
    bot: seat.kind === 'bot' ? seat.bot : '',
  }))
}

/** An option that is on or off is a box to tick; this is its ticked value, or null for any other option. */
export function ticked(values: readonly string[]): string | null {
  return values.length === 2 && values.includes('on') && values.includes('off') ? 'on' : null
}

/** “3–6 players”, “1 player”. */
export const players = (wanted: readonly [number, number]): string => `${range(wanted)} ${wanted[1] === 1 ? 'player' : 'players'}`

export function range([least, most]: readonly [number, number]): string {
  return least === most ? `${least}` : `${least}–${most}`
}
