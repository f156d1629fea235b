// What is worth telling about a finished game.
import type { SeatView } from '../../../lib/types'
import { plural } from '../../../lib/words'
import type { End } from '../types'

export function facts(end: End, players: readonly SeatView[]): string[] {
  const out = [end.verdict]
  const name = (seat: number) => players.find((player) => player.seat === seat)?.name ?? ''
  const most = (counts: number[]) => counts.indexOf(Math.max(...counts))
  if (Math.max(...end.tiles) > 0) out.push(`${name(most(end.tiles))} laid most: ${plural(Math.max(...end.tiles), 'tile')} and towns.`)
  const wrecks = end.derailed.reduce((sum, n) => sum + n, 0)
  out.push(wrecks ? `${plural(wrecks, 'derailment')}, ${Math.max(...end.derailed)} of them ${name(most(end.derailed))}’s.` : 'No train derailed.')
  return out
}
