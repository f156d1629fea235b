// Wording that only Days of Steam has; see look.md §8.
import type { View as AnyView } from '../../lib/types'
import { listed, plural } from '../../lib/words'
import type { DaysTable } from './table.svelte'
import type { BoardView, Fit, PlayerView, View, WayView } from './types'

const ORDINALS = ['', 'First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth']
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

// The prompt ---------------------------------------------------------------------------------------------

/** A turn with something to choose; who is stuck, or places a town drawn unseen, reads what the server says. */
const choosing = (play: DaysTable) => play.question?.kind === 'turn' && !Object.keys(play.question.exchanges).length

/** “Carl, move your train”: what is asked in what one is doing. */
export function asks(view: Pick<AnyView, 'players' | 'asked'>, play: DaysTable): string | null {
  if (!choosing(play)) return null
  return `${view.players[view.asked]?.name}, ${play.moving ? 'move your train' : play.town ? 'place the town' : 'lay a tile'}`
}

/** Below it: how to read the numbers, the way that is chosen, or what else the turn could be. */
export function besides(_: unknown, play: DaysTable): string {
  if (!choosing(play)) return ''
  const question = play.question!
  if (play.moving) {
    const ways = play.ways?.length ?? 0
    if (play.way) return [`${play.name(play.me!.train.place)} → ${play.way.name}`, ways > 1 && !play.walked ? `way ${play.wayNumber + 1} of ${ways}` : ''].filter(Boolean).join(' · ')
    return 'Numbers: least steam to each tile; dashed: with a roll'
  }
  if (!question.move && !question.water) return question.why_no_move
  const others = [question.move ? 'move your train' : '', question.water ? 'take water' : ''].filter(Boolean)
  return `or ${others.join(', or ')}; one of them is your turn`
}

// What is laid -------------------------------------------------------------------------------------------

/** “Third tile from a town, five are allowed”. */
export const fromTown = (fit: Fit, board: Pick<BoardView, 'farthest'>): string =>
  `${ORDINALS[fit.from_town] ?? `Tile ${fit.from_town}`} tile from a town, ${NUMBERS[board.farthest] ?? board.farthest} are allowed`

/** What a lit place is called: “L11, fits as turned, one coal, closes a circuit”. */
export function fitName(name: string, now: boolean, fit: Fit, coal: number): string {
  const words = [name, now ? 'fits as turned' : 'fits after a turn']
  if (fit.covers) words.push('covers')
  if (coal) words.push(`${NUMBERS[coal] ?? coal} coal`)
  if (fit.circuit >= 0) words.push('closes a circuit')
  return words.join(', ')
}

/** What the button of a tile promises: “Lay it, +1 steam, +1 point”. */
export function layWord(fit: Fit): string {
  return [fit.covers ? 'Cover it' : 'Lay it', fit.steam ? `+${fit.steam} steam` : '', fit.circuit >= 0 ? '+1 point' : ''].filter(Boolean).join(', ')
}

/** The pill below the ghost: “+1 coal · circuit”. */
export function pillOf(fit: Fit, coal: number): string {
  const steam = coal && fit.steam < coal ? `+${fit.steam}, full` : coal ? `+${coal} coal` : ''
  return [steam, fit.circuit >= 0 ? 'circuit' : ''].filter(Boolean).join(' · ')
}

/** What the button of a move promises. */
export function moveWord(way: WayView): string {
  return [way.worst ? 'Move and roll' : 'Move', way.points ? `+${way.points}` : ''].filter(Boolean).join(', ')
}

export const odds = (worst: number): string => `${worst} in 6`

/** “7 = 2 goods 4 + 2 colours 1 + 2 circuits 2”. */
export const sumOf = (player: Pick<PlayerView, 'score' | 'sum'>): string => `${player.score ?? 0} = ${player.sum.replaceAll(', ', ' + ')}`

export const left = (view: Pick<View, 'deck'>): string => plural(view.deck, 'tile left', 'tiles left')

export const goodsWords = (goods: string[]): string => (goods.length ? listed(goods) : 'no goods')
