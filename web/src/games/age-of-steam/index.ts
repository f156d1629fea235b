// What Age of Steam gives to the page.
import Recap from './Recap.svelte'
import type { End as AnyEnd } from '../../lib/types'
import { money } from '../../lib/words'
import type { GamePage } from '../page'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import Decision from './Decision.svelte'
import More from './end/More.svelte'
import { facts } from './end/facts'
import Picture from './end/Picture.svelte'
import { isOwn, kindOf, KINDS, phaseOf } from './log'
import Goods from './panels/Goods.svelte'
import Players from './panels/Players.svelte'
import Supply from './panels/Supply.svelte'
import { figures } from './prompts'
import { SteamTable } from './table.svelte'
import type { End, PlayerView } from './types'

const page: GamePage<SteamTable> = {
  play: (live) => new SteamTable(live),
  Board,
  Decision,
  Actions,
  Players,
  panels: [
    { name: 'goods', title: 'Goods', icon: 'box', component: Goods, dock: true, shown: (play) => play.board?.growth ?? false },
    { name: 'supply', title: 'Tiles left', icon: 'tiles', component: Supply },
  ],
  keys: [
    [['←', '↑', '→', '↓'], 'next possible hex, cube or city in that direction'],
    [['Enter'], 'choose; once more to build or deliver'],
    [['R', 'Shift R'], 'next tile, tile before; next route of a cube'],
    [['D'], 'to the list of deliveries'],
  ],
  Recap,
  prompt: { figures },
  log: { kinds: KINDS, kindOf, isOwn, phaseOf },
  end: {
    turns: (end: AnyEnd) => (end as End).curves.length,
    facts: (end: AnyEnd, players) => facts(end as End, players),
    aside: { head: 'Cash', value: (player) => money((player as PlayerView).cash) },
    More,
    Picture,
  },
}

export default page
