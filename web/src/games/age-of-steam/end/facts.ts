/** What is worth telling about a finished game. */

import type { SeatView } from '../../../lib/types'
import { listed, plural } from '../../../lib/words'
import type { End } from '../types'

/** The three facts: the longest delivery, who delivered most, who leapt ahead. */
export function facts(end: End, players: readonly SeatView[]): string[] {
  const name = (seat: number): string => players[seat]?.name ?? ''
  const out: string[] = end.verdict ? [end.verdict] : []
  if (end.longest) out.push(`The longest delivery: ${end.longest.replace(/\.$/, '')}.`)

  const most = Math.max(0, ...end.deliveries)
  if (most) {
    const who = players.filter((player) => end.deliveries[player.seat] === most).map((player) => player.name)
    if (players.length === 1) out.push(`${name(0)} delivered ${plural(most, 'cube')}.`)
    else out.push(`${listed(who)} delivered most: ${plural(most, 'cube')}${who.length > 1 ? ' each' : ''} of ${end.deliveries.reduce((sum, n) => sum + n, 0)}.`)
  }

  let leap = { seat: -1, turn: 0, from: 0, to: 0 }
  end.curves.forEach((turn, n) =>
    turn.forEach((point, seat) => {
      const from = end.curves[n - 1]?.[seat]?.income ?? 0
      if (point.income - from > leap.to - leap.from) leap = { seat, turn: n + 1, from, to: point.income }
    }),
  )
  if (leap.seat >= 0) out.push(`${players.length === 1 ? 'The best turn' : `${name(leap.seat)} grew fastest`}: income from ${leap.from} to ${leap.to} in turn ${leap.turn}.`)

  const shares = (end.curves.at(-1) ?? []).map((point) => point.shares)
  if (out.length < 3 && players.length > 1 && shares.some(Boolean)) {
    const top = Math.max(...shares)
    out.push(`${listed(players.filter((player) => shares[player.seat] === top).map((player) => player.name))} issued most: ${plural(top, 'share')}.`)
  }
  return out.slice(0, 3)
}
