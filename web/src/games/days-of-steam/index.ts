// What Days of Steam gives to the page.
import type { End as AnyEnd, View as AnyView } from '../../lib/types'
import type { GamePage } from '../page'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import Decision from './Decision.svelte'
import { facts } from './end/facts'
import More from './end/More.svelte'
import Picture from './end/Picture.svelte'
import { isOwn, kindOf, KINDS } from './log'
import Dock from './panels/Dock.svelte'
import Left from './panels/Left.svelte'
import Players from './Players.svelte'
import Strip from './Strip.svelte'
import { DaysTable } from './table.svelte'
import type { End, View } from './types'
import Gauge from './ui/Gauge.svelte'
import { asks, besides, left } from './words'

const page: GamePage<DaysTable> = {
  play: (live) => new DaysTable(live),
  Board,
  Decision,
  Actions,
  Players,
  Gauge,
  top: { Strip, note: (view: AnyView) => `First to 13 · ${left(view as unknown as View)}` },
  panels: [
    { name: 'tiles', title: 'Tiles', icon: 'cards', component: Dock, dock: true },
    { name: 'left', title: 'Tiles left', icon: 'tiles', component: Left },
  ],
  keys: [
    [['1', '2', '3'], 'a tile of the hand; once more turns it'],
    [['4', '5', '6'], 'a face-up town; the unseen one'],
    [['R', 'Shift R'], 'turn the tile'],
    [['←', '↑', '→', '↓'], 'next place in that direction; while moving, one tile on'],
    [['Enter'], 'choose; once more to lay or move'],
    [['M', 'L'], 'move the train, lay a tile'],
    [['Backspace', 'Tab', 'P'], 'one tile back; other way; pick up or not'],
    [['W', 'C'], 'take water, burn coal'],
  ],
  prompt: { asks: (view: AnyView, play) => asks(view, play), figures: (view: AnyView, mine, play) => (mine ? besides(view, play) : '') },
  log: { kinds: KINDS, kindOf, isOwn },
  end: {
    turns: (end: AnyEnd) => (end as unknown as End).curves.length,
    facts: (end: AnyEnd, players) => facts(end as unknown as End, players),
    More,
    Picture,
  },
}

export default page
