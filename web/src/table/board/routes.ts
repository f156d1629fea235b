// The geometry of a route: points on links, and what each link brings to its owner.
import type { DeliveryChoice, LinkView, View } from '../../lib/types'
import { signed } from '../../lib/words'

const lines = new Map<string, { line: SVGPathElement; length: number }>()

function line(d: string): { line: SVGPathElement; length: number } {
  let known = lines.get(d)
  if (!known) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', d)
    if (lines.size > 400) lines.clear()
    lines.set(d, (known = { line: path, length: path.getTotalLength() }))
  }
  return known
}

/** The point at a part of the way, from 0 to 1. */
export function along(d: string, part: number): { x: number; y: number } {
  const { line: path, length } = line(d)
  return path.getPointAtLength(length * part)
}

/**
 * What to write on each link of a route. The server tells only the sum for each owner; where it divides
 * evenly among the owner's links the share is written, else only the owner's mark is shown.
 */
export function linkIncome(delivery: DeliveryChoice, links: View['links']): { link: LinkView; text: string }[] {
  const used = delivery.links.flatMap((n) => links[n] ?? [])
  return used.map((link) => {
    if (link.owner < 0) return { link, text: '+0' }
    const of = (seats: readonly (readonly [number, number])[]) => seats.find(([seat]) => seat === link.owner)?.[1] ?? 0
    // A bonus is not for any link.
    const gain = of(delivery.gains) - of(delivery.more)
    const share = gain / used.filter((other) => other.owner === link.owner).length
    return { link, text: Number.isInteger(share) ? signed(share) : '' }
  })
}

/** The places that do not step back while a route is shown: its own and every destination. */
export const placesOn = (delivery: DeliveryChoice, destinations: Map<number, DeliveryChoice>): number[] =>
  [...new Set([delivery.hex, ...delivery.stops, ...destinations.keys()])]

/** The links between the stops of a journey as one line each, turned the way the cube goes. */
export function journey(stops: number[], links: View['links']): { d: string; back: boolean }[] {
  const out: { d: string; back: boolean }[] = []
  for (let n = 0; n + 1 < stops.length; n++) {
    const [here, there] = [stops[n]!, stops[n + 1]!]
    const link = Object.values(links).find(({ ends: [a, b] }) => (a === here && b === there) || (a === there && b === here))
    if (link) out.push({ d: link.d, back: link.ends[0] !== here })
  }
  return out
}
