// A question as the page uses it: rows get names to their columns, and what was asked for since is among the rest.
import type { AskedQuestion, CubeChoice, CubeRow, DeliveryChoice, DeliveryRow, HexChoice, HexRow, Question, Ways } from './types'

const delivery = ([sentence, colour, hex, stops, links, gains, own, more, leaves, then, cash, rank, note]: DeliveryRow): DeliveryChoice =>
  ({ sentence, colour, hex, stops, links, gains, own, more, leaves, then, cash: cash ?? 0, rank: rank ?? 0, note: note ?? null })
const cube = ([hex, colour, ways, own]: CubeRow): CubeChoice => ({ hex, colour, ways, own })
const offer = ([hex, count, least]: HexRow): HexChoice => ({ hex, count, least })

/** All deliveries that are known, the best first, each once. */
function known(told: DeliveryRow[], ways: Ways[]): DeliveryChoice[] {
  const found = new Map([told, ...ways.map((answer) => answer.deliveries)].flat().map((row) => [row[0], delivery(row)]))
  return [...found.values()].sort((a, b) => a.rank - b.rank)
}

export function withNames(asked: AskedQuestion, ways: Ways[] = []): Question {
  const { build, move, answers } = asked
  return {
    ...asked,
    build: build && { ...build, hexes: build.hexes.map(offer) },
    move: move && { ...move, cubes: move.cubes.map(cube), deliveries: known(move.deliveries, ways) },
    answers: [...(answers ?? []), ...ways.flatMap((more) => more.answers)],
  }
}
