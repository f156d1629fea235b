// What the keys of the table do; shown by `?`.
export const KEYS: [string[], string][] = [
  [['←', '↑', '→', '↓'], 'next possible hex, cube or city in that direction'],
  [['Enter'], 'choose; once more to build or deliver'],
  [['R', 'Shift R'], 'next tile, tile before; next route of a cube'],
  [['Esc'], 'one step back'],
  [['U'], 'undo'],
  [['D'], 'to the list of deliveries'],
  [['[', ']'], 'one entry of the log back, forward'],
  [['+', '−', '0'], 'nearer, farther, whole board'],
  [['?'], 'these keys'],
]

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
