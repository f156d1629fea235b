// What can be chosen on the board now, as buttons with names; the keyboard and screen readers walk these.
import type { BoardView } from '../types'
import { LETTERS, capital, money, plural, signed } from '../../../lib/words'
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
  return choice.possible.map((hex) => {
    const { x, y, label } = board.hexes[hex]!
    const answers = choice.answersAt(hex)
    const [answer] = answers
    const says = answers.length > 1 ? `, ${plural(answers.length, 'answer')}` : answer ? `, ${answer.label}: ${answer.says}` : ''
    return { key: `spot-${hex}`, kind: 'hex', hex, x, y, label: label + says, chosen: answer ? choice.there.includes(answer) : choice.spot === hex }
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
  return choice.move!.cubes.map(({ hex, colour, ways, own }) => {
    const at = lying.find((cube) => cube.hex === hex && cube.colour === colour) ?? board.hexes[hex]!
    return {
      key: `cube-${hex}-${colour}`, kind: 'cube', hex, colour, x: at.x, y: at.y,
      label: `${capital(colour)} cube (${LETTERS[colour] ?? ''}) ${named(board.hexes[hex]!) ? 'in' : 'on'} ${board.hexes[hex]!.label}, ` +
        `${ways ? plural(ways, 'delivery', 'deliveries') : 'very many deliveries'}, best ${signed(own)}`,
      chosen: choice.cube?.hex === hex && choice.cube.colour === colour,
    }
  })
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
