// What others did since one's own last entry, as far as it can be gone through.
import type { LogLine } from '../lib/types'

/** What chance gave somebody is told with the move that asked for it: “Ben laid a curve”, “Ben drew a tile”. */
export function sinceMine(log: readonly LogLine[], mine: readonly number[], names: readonly string[] = []): LogLine[] {
  if (!mine.length) return []
  const last = log.findLastIndex(({ seat }) => mine.includes(seat))
  if (last < 0) return []
  const out: LogLine[] = []
  let mover = log[last]!.seat
  for (const line of log.slice(last + 1)) {
    const follows = line.seat < 0 && !!names[mover] && line.told[0]?.startsWith(`${names[mover]} `)
    if (line.seat >= 0) mover = line.seat
    const move = out.at(-1)
    if (!follows && (line.seat >= 0 || line.told.length)) out.push(line)
    else if (follows && move?.seat === mover) out[out.length - 1] = { ...move, n: line.n, told: [...move.told, ...line.told] }
  }
  return out
}
