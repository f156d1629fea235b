// What new lines of the log say about the die.
import type { LogLine } from '../../../lib/types'

export interface Roll {
  value: number
  derailed: boolean
  /** What came of it, as the log says it. */
  says: string
}

export function rollOf(lines: readonly Pick<LogLine, 'sentence' | 'told'>[]): Roll | null {
  const line = lines.findLast(({ sentence }) => /^roll [1-6]$/.test(sentence))
  if (!line) return null
  const derailed = line.told.some((text) => text.includes('derailed'))
  // The die and “derailed” stand before it already.
  const says = line.told.join('. ').replace(/ derailed with an? \d, /, '’s train is back where it began, ')
  return { value: Number(line.sentence.slice(5)), derailed, says }
}
