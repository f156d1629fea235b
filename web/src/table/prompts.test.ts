import { expect, it } from 'vitest'
import type { View } from '../lib/types'
import { figures } from '../games/age-of-steam/prompts'
import { asked, factAndRest, headline, upcoming } from './prompts'

const view = {
  asked: 1, control: 'build', doing: 'is building',
  players: [{ name: 'Ada', livery: 1 }, { name: 'Emil', livery: 2 }],
  prompt: { ask: 'Emil, build track', figures: '3 of 3 tiles left', then: 'Then Ada, 4 tiles · move goods' },
} as unknown as View

it('speaks to whoever looks', () => {
  expect(headline(view, true)).toBe('Emil, build track')
  expect(headline(view, false)).toBe('Emil is building')
  expect(headline({ ...view, doing: '' }, false)).toBe('Emil is asked to build track')
  expect(figures({ ...view, control: 'bid' }, false)).toBe('')
  expect(asked(view)).toBe('build track')
})

it('names the players who come next', () => {
  expect(upcoming(view).map(({ text, player }) => [text, player?.name])).toEqual([['Ada, 4 tiles', 'Ada'], ['move goods', undefined]])
})

it('sets the fact of a refusal apart', () => {
  expect(factAndRest('J5 is water. Track cannot run there.')).toEqual(['J5 is water.', ' Track cannot run there.'])
  expect(factAndRest('That tile costs $4 and you have $3.')).toEqual(['That tile costs $4 and you have $3.', ''])
})
