/** How a finished game ended, and what is worth telling about it. */

import type { End, SeatView, Standing } from '../lib/types'
import { listed } from '../lib/words'
import { scoreSentence } from '../table/panels/players'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Small numbers as words, as in a sentence. */
export const word = (n: number): string => NUMBERS[n] ?? `${n}`
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const points = (n: number): string => `${n} ${Math.abs(n) === 1 ? 'point' : 'points'}`.replace('-', '−')

export function headline(end: End, winners: readonly number[], players: readonly SeatView[]): string {
  const names = winners.map((seat) => players[seat]?.name ?? '')
  const score = end.standings.find((one) => one.seat === winners[0])?.score
  const alone = players.length === 1 ? players[0] : undefined
  if (alone) return names.length ? `${alone.name} has won with ${points(score ?? 0)}` : `${alone.name} has lost`
  if (!names.length) return 'Nobody wins'
  const won = names.length > 1 ? 'win together' : 'wins'
  return `${listed(names)} ${won}${score === null || score === undefined ? '' : ` with ${points(score)}`}`
}

/** “Three more than Dora. Rust Belt, five players, seven turns.” */
export function subline(end: End, winners: readonly number[], players: readonly SeatView[], map: string, turns: number): string {
  const first = end.standings.find((one) => one.seat === winners[0])
  const second = end.standings.find((one) => !winners.includes(one.seat) && one.score !== null)
  const setting = [map, `${word(players.length)} ${players.length === 1 ? 'player' : 'players'}`]
  if (turns) setting.push(`${word(turns)} ${turns === 1 ? 'turn' : 'turns'}`)
  const parts = [`${setting.join(', ')}.`]
  const alone = players.length === 1 ? end.standings[0] : undefined
  // Alone there is nobody to compare with: how the score comes about is what counts.
  if (alone) parts.unshift(alone.out ? `Out in turn ${alone.out}.` : `${scoreSentence(alone)}.`)
  if (first && second && first.score !== null && second.score !== null) {
    const more = first.score - second.score
    const name = players[second.seat]?.name ?? ''
    parts.unshift(more > 0 ? `${capital(word(more))} more than ${name}.` : `As many points as ${name}.`)
  }
  return parts.join(' ')
}

/** The words of the breakdown, in the order in which they first stand. */
export function partNames(standings: readonly Standing[]): string[] {
  return [...new Set(standings.flatMap((one) => Object.keys(one.parts)))]
}

export interface Bar {
  part: string
  from: number
  to: number
}

/** The breakdown as bars: what adds up side by side, and what is taken away again from its end. */
export function bars(parts: Record<string, number>): { gained: Bar[]; taken: Bar[]; most: number } {
  let sum = 0
  const gained: Bar[] = []
  const taken: Bar[] = []
  for (const [part, value] of Object.entries(parts)) {
    if (value <= 0) continue
    gained.push({ part, from: sum, to: sum + value })
    sum += value
  }
  const most = sum
  for (const [part, value] of Object.entries(parts)) {
    if (value >= 0) continue
    taken.push({ part, from: sum + value, to: sum })
    sum += value
  }
  return { gained, taken, most }
}
