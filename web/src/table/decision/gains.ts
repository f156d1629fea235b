// What a delivery brings to others, in few words.
import type { DeliveryChoice, View } from '../../lib/types'
import { plural, signed } from '../../lib/words'

const others = (d: DeliveryChoice, seat: number): number =>
  d.gains.reduce((sum, [gainer, steps]) => sum + (gainer === seat ? 0 : steps), 0)

/** A way that brings the mover no less and the others no more, and one of both is better; they come best first. */
function better(chosen: DeliveryChoice, ways: DeliveryChoice[], seat: number): DeliveryChoice | null {
  const [own, theirs] = [chosen.own, others(chosen, seat)]
  const gain = (way: DeliveryChoice): number => way.own - own + theirs - others(way, seat)
  return ways.find((way) => way.own >= own && others(way, seat) <= theirs && gain(way) > 0) ?? null
}

/** “Route 1 brings you +2 and others nothing.”, while a worse one is chosen. */
export function advice(chosen: DeliveryChoice, ways: DeliveryChoice[], view: View, seat: number): string | null {
  const way = better(chosen, ways, seat)
  if (!way) return null
  const own = way.own === chosen.own ? 'the same' : signed(way.own)
  return `Route ${ways.indexOf(way) + 1} brings you ${own} and ${gainWords(way, view, seat)}.`
}

/** “Ada +1” or “others nothing”. */
export function gainWords(d: DeliveryChoice, view: View, seat: number): string {
  const told = d.gains
    .filter(([gainer]) => gainer !== seat)
    .map(([gainer, steps]) => `${view.players[gainer]?.name} ${signed(steps)}`)
  return told.join(', ') || 'others nothing'
}

/** The small line of a delivery in the list. */
export function sharing(d: DeliveryChoice, view: View, seat: number): string {
  const told = gainWords(d, view, seat)
  if (told !== 'others nothing') return told
  const nobodys = d.links.filter((n) => (view.links[n]?.owner ?? -1) < 0 && view.links[n]?.counts !== false).length
  if (nobodys) return nobodys === 1 ? '1 link is nobody’s' : `${plural(nobodys, 'link')} are nobody’s`
  return 'all yours'
}
