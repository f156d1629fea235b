// What a delivery brings to others, in few words.
import type { BoardView, DeliveryChoice, View } from '../types'
import { plural, signed } from '../../../lib/words'

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

/** “by Toledo, Cleveland”; nothing where the cube goes straight to its place. */
export function passing(d: DeliveryChoice, board: BoardView): string {
  const passed = d.stops.slice(0, -1).map((hex) => board.hexes[hex]!.label)
  return passed.length ? `by ${passed.join(', ')}` : ''
}

/** “1 link is nobody’s”: the links of a way that pay no player. */
export function nobodys(d: DeliveryChoice, view: View): string {
  const owners = d.links.map((n) => view.links[n]).filter((link) => link?.counts && link.owner < 0).map((link) => link!.whose)
  const told = [...new Set(owners)].map((whose) => {
    const count = owners.filter((other) => other === whose).length
    return `${plural(count, 'link')} ${count === 1 ? 'is' : 'are'} ${whose}’s`
  })
  return told.join(', ')
}

/** Who gains by a delivery, for its small line in the list. */
export function sharing(d: DeliveryChoice, view: View, seat: number): string {
  const gains = gainWords(d, view, seat)
  return gains !== 'others nothing' ? gains : nobodys(d, view) || 'all yours'
}
