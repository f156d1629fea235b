/** The drawers in which lines of the log are filed. */

import type { LogLine } from '../../lib/types'
import type { LogKind } from '../page'

export type Kind = 'money' | 'order' | 'build' | 'deliver' | 'goods'

export const KINDS: readonly (LogKind & { kind: Kind })[] = [
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

/** How sentences begin that follow the last move of a turn, and in which phase each happened. */
const FOLLOWS: readonly (readonly [RegExp, RegExp])[] = [
  [/^Income: /, /collect income/i],
  [/^Expenses: |is eliminated: /, /expenses$/i],
  [/^Income reduction: /, /reduction/i],
  [/^Rolled \d| became (red|blue|black)/, /growth/i],
]

export function phaseOf(text: string, phases: readonly string[]): number | undefined {
  const names = FOLLOWS.find(([begins]) => begins.test(text))?.[1]
  const found = names ? phases.findLastIndex((phase) => names.test(phase)) : -1
  return found < 0 ? undefined : found
}

/** “Income: …” and “Rolled …” belong to nobody, whoever spoke last. */
export const isOwn = (sentence: string): boolean => !/^(Income|Expenses|Income reduction|Rolled|Turn|The first)\b/.test(sentence)
