/** The drawers in which lines of the log are filed. */
import type { LogLine } from '../../lib/types'
import type { LogKind } from '../page'

export const KINDS: readonly LogKind[] = [
  { kind: 'lay', name: 'Tiles' },
  { kind: 'town', name: 'Towns' },
  { kind: 'move', name: 'Moves' },
  { kind: 'steam', name: 'Water and coal' },
]

/** Words that begin a sentence of the engine, and what they are about. No rule: only the drawer it is filed in. */
const DRAWERS: Record<string, string> = {
  lay: 'lay', exchange: 'lay', draw: 'lay', town: 'town', place: 'town', blind: 'town', turn: 'town', goods: 'town', first: 'town',
  move: 'move', roll: 'move', water: 'steam', burn: 'steam',
}

export const kindOf = (line: Pick<LogLine, 'sentence'>): string => DRAWERS[line.sentence.split(' ', 1)[0] ?? ''] ?? 'lay'

/** What belongs to nobody, whoever spoke last. */
export const isOwn = (sentence: string): boolean => !/^(The|[A-Z]{1,2}-?\d+ gets)\b/.test(sentence)
