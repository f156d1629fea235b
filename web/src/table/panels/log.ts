/** The log as it is read: sentences grouped by turn and phase, filtered by player and by kind. */

import type { LogLine } from '../../lib/types'

export type Kind = 'money' | 'order' | 'build' | 'deliver' | 'goods'

export const KINDS: readonly { kind: Kind; name: string }[] = [
  { kind: 'build', name: 'Builds' },
  { kind: 'deliver', name: 'Deliveries' },
  { kind: 'order', name: 'Order and actions' },
  { kind: 'money', name: 'Money' },
  { kind: 'goods', name: 'Goods' },
]

/** Words that begin a sentence of the engine, and what they are about. No rule: only the drawer it is filed in. */
const DRAWERS: Record<string, Kind> = {
  issue: 'money',
  bid: 'order',
  drop: 'order',
  take: 'order',
  order: 'order',
  build: 'build',
  connect: 'build',
  urbanize: 'build',
  done: 'build',
  deliver: 'deliver',
  improve: 'deliver',
  produce: 'goods',
  decline: 'goods',
  stock: 'goods',
  draw: 'goods',
  roll: 'goods',
  grow: 'goods',
}

export interface Told {
  /** The seat that spoke; below zero it was chance. */
  seat: number
  text: string
  /** What it cost or brought, taken from the end of the sentence: “−$2”. */
  amount: string
  kind: Kind
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

export function kindOf(line: Pick<LogLine, 'sentence' | 'phase'>, text: string, phases: readonly string[]): Kind {
  if (/^(Income|Expenses)\b/.test(text)) return 'money'
  if (/^Rolled\b/.test(text)) return 'goods'
  const word = line.sentence.split(' ', 1)[0] ?? ''
  const drawer = DRAWERS[word]
  if (drawer) return drawer
  // “pass” is said in the auction and when goods move; the phase tells which.
  const phase = phases[line.phase] ?? ''
  if (/order|action/i.test(phase)) return 'order'
  if (/goods growth/i.test(phase)) return 'goods'
  return /move/i.test(phase) ? 'deliver' : 'money'
}

/** The lines of the log in groups; an entry that tells nothing is left out. */
export function grouped(
  log: readonly LogLine[],
  phases: readonly string[],
  who: number | null = null,
  kinds: ReadonlySet<Kind> = new Set(),
): Group[] {
  const out: Group[] = []
  log.forEach((line, index) => {
    if (who !== null && line.seat !== who) return
    line.told.forEach((sentence, part) => {
      if (/^Turn \d+$/.test(sentence)) return; // the heading of the group says it
      const kind = kindOf(line, sentence, phases)
      if (kinds.size && !kinds.has(kind)) return
      const own = ownSentence(sentence)
      const amount = (own && AMOUNT.exec(sentence)?.[1]) || ''
      const last = out[out.length - 1]
      const group =
        last && last.turn === line.turn && last.phase === line.phase
          ? last
          : { key: `${line.turn}-${line.phase}-${index}`, turn: line.turn, phase: line.phase, lines: [] as Told[] }
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

/** “Income: …” and “Rolled …” belong to nobody, whoever spoke last. */
function ownSentence(sentence: string): boolean {
  return !/^(Income|Expenses|Income reduction|Rolled|Turn|The first)\b/.test(sentence)
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
