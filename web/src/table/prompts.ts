// The prompt in words for whoever looks: the one who is asked, another player, or a watcher.
import type { LogLine, PlayerView, View } from '../lib/types'
import type { BoardView } from '../lib/types'
import { capital } from '../lib/words'
import { spokenOf } from './hexes'

export function headline(view: View, mine: boolean): string {
  const player = view.players[view.asked]
  if (mine || !player) return view.prompt.ask
  return `${player.name} ${view.doing || `is asked to ${asked(view)}`}`
}

/** Figures speak to the one who is asked; others see those that are the table's. Free actions are shown as cards. */
export function figures(view: View, mine: boolean): string {
  if (view.control === 'take') return ''
  return mine || !['bid', 'issue'].includes(view.control) ? view.prompt.figures : ''
}

/** “Then Emil, 4 tiles · goods” in pieces, with the player where one is named. */
export function upcoming(view: View): { text: string; player: PlayerView | null }[] {
  const then = view.prompt.then.replace(/^Then /, '')
  if (!then) return []
  return then.split(' · ').map((text) => ({
    text,
    player: view.players.find(({ name }) => text === name || text.startsWith(`${name},`)) ?? null,
  }))
}

/** What is asked, without the name: “build track”, for the tab. */
export function asked(view: View): string {
  const name = view.players[view.asked]?.name ?? ''
  return view.prompt.ask.startsWith(`${name}, `) ? view.prompt.ask.slice(name.length + 2) : view.prompt.ask
}

export function undoWord(board: BoardView, log: LogLine[]): string {
  const last = log.at(-1)
  const verb = last?.sentence.split(' ')[0]
  const hex = verb === 'build' || verb === 'urbanize' ? spokenOf(board, last!.sentence)[0] : undefined
  return hex === undefined ? 'Undo' : `Undo ${board.hexes[hex]!.label}`
}

const YES: Record<string, [string, string]> = {
  done: ['Keep building', 'End building'],
  drop: ['Stay in', 'Drop out'],
  build: ['Not yet', 'Build anyway'],
  connect: ['Not yet', 'Build anyway'],
}

/** The two answers to the question of a probable slip: no, yes. */
export function answers(sentence: string): [string, string] {
  const verb = sentence.split(' ')[0] ?? ''
  return YES[verb] ?? ['Not yet', capital(verb)]
}

/** The first sentence of a refusal is the fact; it is set in bold. */
export function factAndRest(text: string): [string, string] {
  const end = text.search(/[.;]\s/)
  return end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 1)]
}
