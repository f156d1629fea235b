import { expect, it } from 'vitest'
import { TableLive } from '../../lib/live.svelte'
import type { Heard } from '../../lib/types'
import { SteamTable } from './table.svelte'

function table(): { live: TableLive; steam: SteamTable; sent: { what: string; hex: number }[]; found: (about: object, found: object) => void } {
  const live = new TableLive('abc')
  const sent: { what: string; hex: number }[] = []
  const looked = new Set<string>()
  live.look = (about) => void (looked.add(JSON.stringify(about)), sent.push(about as (typeof sent)[number]))
  live.hasLooked = (about) => looked.has(JSON.stringify(about))
  live.hear({ type: 'here', table: { at: 2, card: { map: '' }, view: {}, question: null }, log: [], log_from: 0, chat: [] } as unknown as Heard)
  return { live, steam: new SteamTable(live), sent, found: (about, found) => live.hear({ type: 'looked', about, found } as Heard) }
}

it('knows the tiles of a hex, and why nothing can be done on another', () => {
  const { live, steam, found } = table()
  found({ what: 'tiles', hex: 5 }, { tiles: [] })
  expect(steam.tiles.get(5)).toEqual([])
  found({ what: 'why', hex: 6, colour: null }, { text: 'J5 is water.' })
  expect(live.because).toEqual({ text: 'J5 is water.' })
})

it('asks where cubes may go, one after another and each once', () => {
  const { steam, sent, found } = table()
  steam.where(3, 'red')
  steam.whereAll([{ hex: 3, colour: 'red' }, { hex: 4, colour: 'blue' }, { hex: 5, colour: 'blue' }])
  expect(sent.map(({ hex }) => hex)).toEqual([3, 4])
  found({ what: 'ways', hex: 3, colour: 'red' }, { deliveries: [], answers: [] })
  expect(sent.map(({ hex }) => hex)).toEqual([3, 4, 5])
  expect([...steam.ways.keys()]).toEqual(['3 red'])
})
