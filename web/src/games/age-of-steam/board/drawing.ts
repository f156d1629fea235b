// What the server's drawing of the pieces tells beyond its looks: where cubes and names lie.
import type { Box } from '../../../table/viewport'
import type { LyingCube } from './targets'

/** The cubes that lie on the board: each uses the shape of its colour, which is drawn once in the ground. */
export function cubesIn(layer: Element): LyingCube[] {
  return [...layer.querySelectorAll<SVGUseElement>('.cubes use')].map((cube) => {
    const shape = layer.ownerDocument.querySelector(cube.getAttribute('href')!)!
    const [x, y, size] = [cube.getAttribute('x'), cube.getAttribute('y'), shape.querySelector('rect')!.getAttribute('width')].map(Number) as [number, number, number]
    const hex = Number((cube.parentElement as HTMLElement | SVGElement).dataset.hex)
    return { hex, colour: cube.getAttribute('href')!.split('-')[1]!, x, y, size }
  })
}

/** Where the name of each place stands, by its hex, as the drawing has it. */
export function namesIn(layer: Element): Map<number, Box> {
  return new Map([...layer.querySelectorAll<SVGGElement>('.name')].map((name) => {
    const { x, y, width, height } = name.getBBox()
    return [Number(name.dataset.hex), { left: x, top: y, right: x + width, bottom: y + height }]
  }))
}

/** Corners of a hex from its middle: the upper right one first, track never comes near any. */
const corners = (flat: boolean): [number, number][] =>
  (flat ? [-60, 60, 120, -120, 0, 180] : [-30, 30, 150, -150, -90, 90]).map((degrees) => {
    const turn = (degrees * Math.PI) / 180
    return [0.8 * Math.cos(turn), 0.8 * Math.sin(turn)]
  })

/** Half the width of the plus, in radii. */
export const PLUS = 0.09

/** Where the plus of a hex stands whose middle is taken: in the first corner that no name or cube covers. */
export function plusAt(hex: { x: number; y: number }, radius: number, flat: boolean, taken: Iterable<Box>): { x: number; y: number } {
  const reach = (PLUS + 0.04) * radius
  const boxes = [...taken]
  const places = corners(flat).map(([dx, dy]) => ({ x: hex.x + dx * radius, y: hex.y + dy * radius }))
  const free = places.find(({ x, y }) =>
    boxes.every((box) => x + reach < box.left || x - reach > box.right || y + reach < box.top || y - reach > box.bottom))
  return free ?? places[0]!
}
