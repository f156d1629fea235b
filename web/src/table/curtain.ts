/** When a shared screen is covered: a hand is shown only to the seat that is asked, once it has said so. */
import type { TableState } from '../lib/types'

/** The seat for which the screen must be passed on; null where nothing is to be covered. `sits` is who was last there. */
export function waitsFor(table: Pick<TableState, 'hidden' | 'mine' | 'view'>, sits: number | null): number | null {
  const { asked, over } = table.view
  if (!table.hidden || over || table.mine.length < 2 || !table.mine.includes(asked)) return null
  return asked === sits ? null : asked
}
