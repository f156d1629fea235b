// What the keys of the table do; shown by `?`.
import type { AnyPage, Keys } from '../games/page'

const KEYS: Keys = [
  [['Esc'], 'one step back'],
  [['U'], 'undo'],
  [['[', ']'], 'one entry of the log back, forward'],
  [[',', '.'], 'through what others did since your last move'],
  [['+', '−', '0'], 'nearer, farther, whole board'],
  [['H'], 'what a bot would do, where the table allows it'],
  [['G'], 'the rules'],
  [['?'], 'these keys'],
]

/** The keys of a table: the game's own, then those of every table. */
export const keysOf = (page: AnyPage): Keys => [...page.keys, ...KEYS]

/** Whether keys belong to what has the focus, because one types there. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type)
}

/** Whether Enter, Space and arrows belong to the focused control of the page. */
export function control(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    target.closest('button, a, input, summary, [role=spinbutton], [role=slider], [role=tab]') !== null
}
