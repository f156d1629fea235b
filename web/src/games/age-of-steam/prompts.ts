// Words of the prompt that only Age of Steam has.
import type { View as AnyView } from '../../lib/types'
import type { LogLine } from '../../lib/types'
import { spokenOf } from './hexes'
import type { BoardView } from './types'

/** Figures speak to the one who is asked; others see those that are the table's. Free actions are shown as cards. */
export function figures(view: AnyView, mine: boolean): string {
  if (view.control === 'take') return ''
  // What dropping out means is said beside its button.
  if (view.control === 'bid' && mine) return view.prompt.figures.split(' · ').filter((part) => !part.startsWith('dropping out now')).join(' · ')
  return mine || !['bid', 'issue'].includes(view.control) ? view.prompt.figures : ''
}

export function undoWord(board: BoardView, log: LogLine[]): string {
  const last = log.at(-1)
  const verb = last?.sentence.split(' ')[0]
  const hex = verb === 'build' || verb === 'urbanize' ? spokenOf(board, last!.sentence)[0] : undefined
  return hex === undefined ? 'Undo' : `Undo ${board.hexes[hex]!.label}`
}
