// What a game's folder gives to the page. The frame (lobby, table, log, chat, settings, end) knows no game: it loads
// the folder that is called like the game of its table, and shows what stands here.
import type { Component, Snippet } from 'svelte'
import type { Camera } from '../table/camera.svelte'
import type { TableLive } from '../lib/live.svelte'
import type { End, LogLine, SeatView, View } from '../lib/types'
import type { IconName } from '../lib/ui/Icon.svelte'

/** A table as one game's components see it: its own view, question and half-made choices. */
export interface Play {
  readonly live: TableLive
  /** What is half chosen belongs to the position in which it was chosen: let go of it. */
  clear(): void
  /** What the words of the table mean, each in a sentence. */
  readonly terms?: Readonly<Record<string, string>> | undefined
  /** What a coach points at, while a lesson is played here. */
  coach?: Coach | null
  /** Bring a sentence into the control without saying it: the proposal of a question. */
  show?(sentence: string): void
  /** Show on the board what a bot would do, or nothing any more. */
  advise?(sentence: string | null): void
  /** Whether something is chosen and only waits for its button. */
  readonly chosen?: boolean
  /** One step back, as Esc does; true if there was something to take back. */
  back(): boolean
  /** A key of the game's own; true if it was used. */
  key(event: KeyboardEvent): boolean
}

/** What a coach points at: the places that stay in the light, the one to click now, and the numbers of the tasks. */
export interface Coach {
  light: readonly number[]
  target: number
  tasks: readonly { hex: number; state: string }[]
  /** What has just come to places, in a recap. */
  grew?: readonly { hex: number; colours: readonly string[] }[]
  /** Whether the place to click is shown once more, because it was not found twice. */
  pulse?: boolean
  /** The sentence that is wanted: where it is about a tile, that tile is in hand first. */
  want?: string
  /** Whether the place is the answer itself: a click is enough. */
  point?: boolean
  /** A sentence that was just said, to be shown as what it brought; empty for none. */
  said?: string
}

/** A panel beside those that every table has. */
export interface GamePanel<P extends Play> {
  name: string
  title: string
  icon: IconName
  component: Component<{ play: P }>
  /** Docked below the board where there is room, and a tab of its own elsewhere; else it is opened from the top bar. */
  dock?: boolean
  /** Whether this table has it; without it, always. */
  shown?: (play: P) => boolean
}

/** A kind of lines of the log, to filter by. */
export interface LogKind {
  kind: string
  name: string
}

export type Keys = [string[], string][]

export interface GamePage<P extends Play = Play> {
  play(live: TableLive): P
  /** The board; `key` is asked about keys that nobody else has used. */
  Board: Component<{ play: P; camera: Camera }, { key: (event: KeyboardEvent) => boolean }>
  /** The controls of the open question, or what can be prepared meanwhile. */
  Decision: Component<{ play: P }>
  /** The buttons under the prompt, undo among them. */
  Actions: Component<{ play: P }>
  /** The players with their figures. */
  Players: Component<{ play: P }>
  /** How a turn ended, as the server tells it, for whoever comes back to the table. */
  Recap?: Component<{ play: P; recap: any; since: Snippet; onclose: () => void }>
  panels: GamePanel<P>[]
  /** What stands at the top instead of phases: what a turn can be, and a few words on how the game stands. */
  top?: {
    Strip: Component<{ play: P }>
    note(view: View): string
  }
  /** A gauge beside the prompt. */
  Gauge?: Component<{ play: P }>
  /** Keys that only this game has, for the list of keys. */
  keys: Keys
  prompt: {
    /** What is asked, where that depends on what is half chosen; null for as the server says it. */
    asks?(view: View, play: P): string | null
    /** The figures beside the prompt, for whoever looks. */
    figures(view: View, mine: boolean, play: P): string
  }
  log: {
    kinds: readonly LogKind[]
    kindOf(line: Pick<LogLine, 'sentence' | 'phase'>, text: string, phases: readonly string[]): string
    /** The phase in which a sentence happened, where that can be another than the one of who spoke last. */
    phaseOf?(text: string, phases: readonly string[]): number | undefined
    /** Whether a sentence is about whoever spoke, or about all. */
    isOwn(text: string): boolean
  }
  end: {
    /** How many turns were played; 0 where nobody knows. */
    turns(end: End): number
    /** What is worth telling about the game, in three sentences at most. */
    facts(end: End, players: readonly SeatView[]): string[]
    /** A figure beside the score that does not count. */
    aside?: { head: string; value(player: SeatView): string }
    /** More about how it went, below the standings. */
    More?: Component<{ end: End; players: SeatView[]; terms?: Readonly<Record<string, string>> | undefined }>
    /** The board as it stands at the moment on show. */
    Picture: Component<{ play: P }>
  }
}

/** A page whose kind of play is its own business. */
export type AnyPage = GamePage<any>

const folders = import.meta.glob<{ default: AnyPage }>('./*/index.ts')

/** The page of a game, loaded when a table of it is opened. */
export async function pageOf(game: string): Promise<AnyPage> {
  const folder = folders[`./${game}/index.ts`]
  // After an update of the server its old files are gone.
  const found = await folder?.().catch(() => null)
  if (!found) throw new Error('This page is older than its server. Load it anew.')
  return found.default
}
