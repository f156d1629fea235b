// The geometry of a route: points on links, and what each link brings to its owner.
import type { DeliveryChoice, LinkView, View } from '../types'
import { signed } from '../../../lib/words'
import type { Box } from '../../../table/viewport'

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

/** How wide and high a pill with one digit is, in its radii. */
const PILL = { width: 0.96, height: 0.42 }
/** Where on its link a pill may stand, the middle first. */
const PARTS = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]

/** Where the pill of each link stands: as near to its middle as no name and no other pill is covered. */
export function pillPlaces(links: string[], radius: number, names: Box[]): { x: number; y: number }[] {
  const taken = [...names]
  return links.map((d) => {
    const boxAt = (part: number) => {
      const { x, y } = along(d, part)
      const [across, down] = [(PILL.width * radius) / 2, (PILL.height * radius) / 2]
      return { x, y, left: x - across, right: x + across, top: y - down, bottom: y + down }
    }
    const free = (box: Box) => !taken.some((t) => box.left < t.right && t.left < box.right && box.top < t.bottom && t.top < box.bottom)
    const boxes = PARTS.map(boxAt)
    const box = boxes.find(free) ?? boxes[0]!
    taken.push(box)
    return box
  })
}

/** The places that do not step back while a route is shown: its own and every destination. */
export const placesOn = (delivery: DeliveryChoice, destinations: Map<number, DeliveryChoice>): number[] =>
  [...new Set([delivery.hex, ...delivery.stops, ...destinations.keys()])]

/** The links between the stops of a journey as one line each, turned the way the cube goes. */
export function journey(stops: number[], links: View['links']): { d: string; back: boolean; link: LinkView }[] {
  const out: { d: string; back: boolean; link: LinkView }[] = []
  for (let n = 0; n + 1 < stops.length; n++) {
    const [here, there] = [stops[n]!, stops[n + 1]!]
    const link = Object.values(links).find(({ ends: [a, b] }) => (a === here && b === there) || (a === there && b === here))
    if (link) out.push({ d: link.d, back: link.ends[0] !== here, link })
  }
  return out
}
