/** The log as it is read: sentences grouped by turn and phase, filtered by player and by kind. */

import type { AnyPage } from '../../games/page'
import type { LogLine } from '../../lib/types'

export interface Told {
  /** The seat that spoke; below zero it was chance. */
  seat: number
  text: string
  /** What it cost or brought, taken from the end of the sentence: “−$2”. */
  amount: string
  kind: string
  /** The length of the log with which this is on the board. */
  at: number
  /** Stable among all lines. */
  key: string
}

export interface Group {
  key: string
  turn: number
  phase: number
  lines: Told[]
}

/** Money at the end of a sentence stands in a column of its own. */
const AMOUNT = / ([+−]\$\d+)$/

/** The lines of the log in groups; an entry that tells nothing is left out. */
export function grouped(
  filing: AnyPage['log'],
  log: readonly LogLine[],
  phases: readonly string[],
  who: number | null = null,
  kinds: ReadonlySet<string> = new Set(),
): Group[] {
  const out: Group[] = []
  log.forEach((line, index) => {
    if (who !== null && line.seat !== who) return
    let phase = line.phase
    line.told.forEach((sentence, part) => {
      if (/^Turn \d+$/.test(sentence)) return; // the heading of the group says it
      // What follows of itself stands under the phase in which it happened, not under that of the last move.
      phase = filing.phaseOf?.(sentence, phases) ?? phase
      const kind = filing.kindOf(line, sentence, phases)
      if (kinds.size && !kinds.has(kind)) return
      const own = filing.isOwn(sentence)
      const amount = (own && AMOUNT.exec(sentence)?.[1]) || ''
      const last = out[out.length - 1]
      const group =
        last && last.turn === line.turn && last.phase === phase
          ? last
          : { key: `${line.turn}-${phase}-${index}`, turn: line.turn, phase, lines: [] as Told[] }
      if (group !== last) out.push(group)
      group.lines.push({
        seat: own ? line.seat : -1,
        text: amount ? sentence.slice(0, -amount.length - 1) : sentence,
        amount,
        kind,
        at: index + 1,
        key: `${index}-${part}`,
      })
    })
  })
  return out
}

/** The last groups that hold together at least so many lines. */
export function newest(groups: readonly Group[], lines: number): Group[] {
  let from = groups.length
  for (let count = 0; from > 0 && count < lines; from--) count += groups[from - 1]!.lines.length
  return groups.slice(from)
}

/** The name at the head of a sentence, to be written bold, and the rest. */
export function headed(text: string, names: readonly string[]): [string, string] {
  const name = names.filter((one) => text.startsWith(`${one} `)).sort((a, b) => b.length - a.length)[0]
  return name ? [name, text.slice(name.length)] : ['', text]
}

/** Where on the slider each turn after the first begins, as lengths of the log. */
export function turnTicks(log: readonly LogLine[]): { at: number; turn: number }[] {
  const out: { at: number; turn: number }[] = []
  log.forEach((line, index) => {
    const before = log[index - 1]
    if (before && before.turn !== line.turn) out.push({ at: index, turn: line.turn })
  })
  return out
}
