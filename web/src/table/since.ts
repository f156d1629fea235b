// What others did since one's own last entry, as far as it can be gone through.
import type { LogLine } from '../lib/types'

export function sinceMine(log: readonly LogLine[], mine: readonly number[]): LogLine[] {
  if (!mine.length) return []
  const last = log.findLastIndex(({ seat }) => mine.includes(seat))
  if (last < 0) return []
  return log.slice(last + 1).filter(({ seat, told }) => seat >= 0 || told.length > 0)
}
