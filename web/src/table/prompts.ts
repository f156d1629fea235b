// The prompt in words for whoever looks: the one who is asked, another player, or a watcher.
import type { SeatView, View } from '../lib/types'

export function headline(view: View, mine: boolean): string {
  const player = view.players[view.asked]
  if (mine || !player) return view.prompt.ask
  return `${player.name} ${view.doing || `is asked to ${asked(view)}`}`
}

/** “Then Emil, 4 tiles · goods” in pieces, with the player where one is named. */
export function upcoming(view: View): { text: string; player: SeatView | null }[] {
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

/** The first sentence of a refusal is the fact; it is set in bold. */
export function factAndRest(text: string): [string, string] {
  const end = text.search(/[.;]\s/)
  return end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end + 1)]
}
