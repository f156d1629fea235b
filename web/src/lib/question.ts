// A question as the page uses it: the rows of deliveries get names to their columns.
import type { AskedQuestion, DeliveryChoice, DeliveryRow, Question } from './types'

const delivery = ([sentence, colour, hex, stops, links, gains, own, more, leaves, then, cash, note]: DeliveryRow): DeliveryChoice =>
  ({ sentence, colour, hex, stops, links, gains, own, more, leaves, then, cash: cash ?? 0, note: note ?? null })

export function withNames(asked: AskedQuestion): Question {
  const { move } = asked
  return { ...asked, move: move && { ...move, deliveries: move.deliveries.map(delivery) } }
}
