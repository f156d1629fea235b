// What a delivery brings to others, in few words.
import type { DeliveryChoice, View } from '../../lib/types'
import { plural, signed } from '../../lib/words'

const others = (d: DeliveryChoice, seat: number): number =>
  d.gains.reduce((sum, [gainer, steps]) => sum + (gainer === seat ? 0 : steps), 0)

/** A way that brings the mover as much and the others less, if there is one. */
export function kinder(chosen: DeliveryChoice, ways: DeliveryChoice[], seat: number): DeliveryChoice | null {
  const least = others(chosen, seat)
  return ways.find((way) => way.own >= chosen.own && others(way, seat) < least) ?? null
}

/** “Ada +1” or “others nothing”. */
export function gainWords(d: DeliveryChoice, view: View, seat: number): string {
  const told = d.gains
    .filter(([gainer]) => gainer !== seat)
    .map(([gainer, steps]) => `${view.players[gainer]?.name} ${signed(steps)}`)
  return told.length ? `${told.join(', ')}` : 'others nothing'
}

/** The small line of a delivery in the list. */
export function sharing(d: DeliveryChoice, view: View, seat: number): string {
  const told = gainWords(d, view, seat)
  if (told !== 'others nothing') return told
  const nobodys = d.links.filter((n) => (view.links[n]?.owner ?? -1) < 0).length
  if (nobodys) return nobodys === 1 ? '1 link is nobody’s' : `${plural(nobodys, 'link')} are nobody’s`
  return 'all yours'
}
