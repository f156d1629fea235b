/** What the rows of the players say beside their figures. */

import type { TableState } from '../../lib/types'

/** What somebody who is asked is doing: “building”. */
export const doing = (words: string): string => words.replace(/^is /, '') || 'to play'

/** “Score 4 = 33 income + 10 track − 39 shares”. */
export function scoreSentence(player: { score: number | null; parts: Record<string, number> }): string {
  const parts = Object.entries(player.parts)
  const sum = parts.map(([word, points], n) => {
    const sign = points < 0 || (points === 0 && word === 'shares') ? '−' : n ? '+' : ''
    return `${sign && n ? `${sign} ` : sign}${Math.abs(points)} ${word}`
  })
  const score = `${player.score ?? 0}`.replace('-', '−')
  return `Score ${score} = ${sum.join(' ')}`
}

/** Whether the person at this page may give a seat away: one's own, and any if one made the table. */
export function mayReplace(table: TableState, seat: number): boolean {
  return !table.view.over && (table.maker || table.mine.includes(seat))
}

/** The whole address of an invitation, whether the server gave a key, a path or all of it. */
export function invitationAddress(link: string, origin = location.origin): string {
  if (/^https?:/.test(link)) return link
  return origin + (link.startsWith('/') ? link : `/join/${link}`)
}
