// The words and the light of a recap.
import { plural } from '../../lib/words'
import type { Coach } from '../page'
import type { Purse, Recap } from './types'

const minus = (number: number): string => `${number}`.replace('-', '−')

/** “+$15 −$18 = −$3, income −2”: what the turn changed. */
export function sums({ income, issued = 0, paid = 0, short = 0, reduction = 0 }: Purse): string {
  const sum = income + issued - paid
  const money = `+$${income}${issued ? ` +$${issued}` : ''} −$${paid} = ${sum < 0 ? `−$${-sum}` : `+$${sum}`}`
  return short + reduction ? `${money}, income −${short + reduction}` : money
}

/** What a fallen income costs. */
export function lossOf({ short = 0, reduction = 0, points = 0, out }: Purse): string {
  const lost = short + reduction
  if (!lost || out) return ''
  return `Lost: $${lost} each turn${points > 0 ? ` and ${plural(points, 'point')} at the end` : ''}.`
}

/** The head of a recap: how one stands, or what the table saw. */
export function outcome(recap: Recap, own: Purse | null, players: number): string {
  if (own?.out) return 'You are out: your income fell below 0.'
  if (!own) return players ? 'Income, expenses and new goods' : 'The end of the turn'
  const changed = own.income_after !== own.income
  return `You have $${own.cash}. Your income is ${changed ? 'now' : 'still'} ${minus(own.income_after ?? 0)}.`
}

/** The places that grew, in the light, with what came to each. */
export function lighted(recap: Recap): Coach | null {
  const grew = new Map<number, string[]>()
  for (const { hex, colour, count } of recap.grew ?? []) {
    grew.set(hex, [...(grew.get(hex) ?? []), ...Array<string>(count).fill(colour)])
  }
  if (!grew.size) return null
  return { light: [...grew.keys()], target: -1, tasks: [], grew: [...grew].map(([hex, colours]) => ({ hex, colours })) }
}
