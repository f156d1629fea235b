// What can be chosen on the board now, as buttons with names; the keyboard and screen readers walk these.
import type { BoardView } from '../../lib/types'
import { LETTERS, capital, money, plural, signed } from '../../lib/words'
import { goal, type Choice, type CubeAt } from '../choice.svelte'
import { named } from '../hexes'

export interface Target {
  key: string
  kind: 'hex' | 'cube' | 'goal'
  hex: number
  colour?: string
  x: number
  y: number
  label: string
  chosen: boolean
}

/** A cube as it lies on the board. */
export interface LyingCube extends CubeAt {
  x: number
  y: number
  size: number
}

export function targets(board: BoardView, choice: Choice, lying: LyingCube[]): Target[] {
  if (choice.build) return hexTargets(board, choice)
  if (choice.move) return [...cubeTargets(board, choice, lying), ...goalTargets(board, choice)]
  return spotTargets(board, choice)
}

/** The hexes of answers that are chosen on the board. */
function spotTargets(board: BoardView, choice: Choice): Target[] {
  return [...choice.spots].map(([hex, answers]) => {
    const { x, y, label } = board.hexes[hex]!
    const says = answers.map((answer) => `${answer.label}: ${answer.says}`)
    const told = says.length > 1 ? `${says.length} answers` : says[0]
    return { key: `spot-${hex}`, kind: 'hex', hex, x, y, label: `${label}, ${told}`, chosen: choice.spot === hex || choice.other === hex }
  })
}

function hexTargets(board: BoardView, choice: Choice): Target[] {
  const build = choice.build!
  const offers = new Map(build.hexes.map((offer) => [offer.hex, offer]))
  return choice.possible.map((hex) => {
    const { x, y, label, terrain } = board.hexes[hex]!
    const kind = named(board.hexes[hex]!) ? 'town' : terrain
    const offer = offers.get(hex)
    const fits = choice.placing
      ? 'place a New City'
      : offer ? `${plural(offer.count, 'tile fits', 'tiles fit')}, from ${money(offer.least)}` : ''
    return {
      key: `hex-${hex}`, kind: 'hex', hex, x, y,
      label: `${label}, ${kind}, ${fits}`,
      chosen: hex === (choice.placing ? choice.town : choice.hex),
    }
  })
}

function cubeTargets(board: BoardView, choice: Choice, lying: LyingCube[]): Target[] {
  const found = new Map<string, Target>()
  for (const d of choice.move!.deliveries) {
    const key = `cube-${d.hex}-${d.colour}`
    if (found.has(key)) continue
    const at = lying.find((cube) => cube.hex === d.hex && cube.colour === d.colour) ?? board.hexes[d.hex]!
    const count = choice.move!.deliveries.filter((o) => o.hex === d.hex && o.colour === d.colour).length
    found.set(key, {
      key, kind: 'cube', hex: d.hex, colour: d.colour, x: at.x, y: at.y,
      label: `${capital(d.colour)} cube (${LETTERS[d.colour] ?? ''}) ${named(board.hexes[d.hex]!) ? 'in' : 'on'} ${board.hexes[d.hex]!.label}, ` +
        `${plural(count, 'delivery', 'deliveries')}, best ${signed(d.own)}`,
      chosen: choice.cube?.hex === d.hex && choice.cube.colour === d.colour,
    })
  }
  return [...found.values()]
}

function goalTargets(board: BoardView, choice: Choice): Target[] {
  if (!choice.cube) return []
  return [...choice.destinations].map(([hex, best]) => {
    const { x, y, label } = board.hexes[hex]!
    return {
      key: `goal-${hex}`, kind: 'goal', hex, x, y,
      label: `To ${label}, ${signed(best.own)} income`,
      chosen: choice.delivery !== null && goal(choice.delivery) === hex,
    }
  })
}
