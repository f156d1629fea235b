import { describe, expect, it } from 'vitest'
import type { BoardView, DeliveryChoice, LinkView, View } from '../types'
import { journey, linkIncome } from '../board/routes'
import { advice, passing, sharing } from './gains'
import { following } from './sentences'
import { preparing } from './waiting'

const link = (from: number, to: number, owner: number, whose = owner < 0 ? 'nobody' : ''): LinkView => ({ ends: [from, to], owner, whose, d: `${from}-${to}`, begins: false, counts: true })
const view = {
  players: [{ name: 'Ada' }, { name: 'Bea' }],
  links: { 0: link(1, 2, 0), 1: link(2, 3, 0), 2: link(2, 3, 1), 3: link(3, 4, -1), 4: link(4, 5, -1, 'the state') },
} as unknown as View
const delivery = (links: number[], gains: [number, number][], more: [number, number][] = []): DeliveryChoice => ({
  sentence: links.join(' '), colour: 'red', hex: 1, stops: [2, 3], links, gains,
  more, leaves: null, then: null, cash: 0, rank: 0, note: null, own: gains.find(([seat]) => seat === 0)?.[1] ?? 0,
})

describe('what a delivery brings', () => {
  it('tells others’ gains, else whose the links are', () => {
    expect(sharing(delivery([0, 2], [[0, 1], [1, 1]]), view, 0)).toBe('Bea +1')
    expect(sharing(delivery([0, 3], [[0, 1]]), view, 0)).toBe('1 link is nobody’s')
    expect(sharing(delivery([0, 3, 3], [[0, 1]]), view, 0)).toBe('2 links are nobody’s')
    expect(sharing(delivery([0, 3, 4], [[0, 1]]), view, 0)).toBe('1 link is nobody’s, 1 link is the state’s')
    expect(sharing(delivery([0, 1], [[0, 2]]), view, 0)).toBe('all yours')
  })
  it('names the places it passes, but not those where it begins and ends', () => {
    const board = { hexes: ['', 'Chicago', 'Toledo', 'Cleveland'].map((label) => ({ label })) } as BoardView
    expect(passing(delivery([0, 1], []), board)).toBe('by Toledo')
    expect(passing({ ...delivery([0], []), stops: [3] }, board)).toBe('')
  })
  it('points to a better way, and says what it brings', () => {
    const [own, shared, theirs] = [delivery([0, 1], [[0, 1]]), delivery([0, 2], [[0, 1], [1, 1]]), delivery([2], [[1, 1]])]
    expect(advice(shared, [own, shared], view, 0)).toBe('Route 1 brings you the same and others nothing.')
    expect(advice(theirs, [own, theirs], view, 0)).toBe('Route 1 brings you +1 and others nothing.')
    expect(advice(theirs, [theirs, shared], view, 0)).toBe('Route 2 brings you +1 and Bea +1.')
    expect(advice(own, [own, shared, theirs], view, 0)).toBeNull()
  })
  it('writes a share on each link only where it divides evenly', () => {
    const texts = (d: DeliveryChoice) => linkIncome(d, view.links).map(({ text }) => text)
    expect(texts(delivery([0, 1, 3], [[0, 2]]))).toEqual(['+1', '+1', '+0'])
    expect(texts(delivery([0, 1], [[0, 3]]))).toEqual(['', ''])
    expect(texts(delivery([0, 1], [[0, 3]], [[0, 1]]))).toEqual(['+1', '+1'])
  })
})

it('a journey follows the links, turned as the cube goes', () => {
  expect(journey([3, 2, 1], view.links).map(({ d, back }) => ({ d, back }))).toEqual([{ d: '2-3', back: true }, { d: '1-2', back: true }])
})

it('sentences are walked word by word', () => {
  const sentences = ['build C4 N-S', 'build C4 N-SE', 'done']
  expect(following(sentences, [])).toEqual(['build', 'done'])
  expect(following(sentences, ['build', 'C4'])).toEqual(['N-S', 'N-SE'])
  expect(following(sentences, ['done'])).toEqual([])
})

describe('while others are asked', () => {
  const asked = (control: string, ...out: number[]): View => ({ control, over: false, players: [0, 1, 2].map((seat) => ({ seat, out: out.includes(seat) ? 2 : 0 })) }) as unknown as View

  it('a bid or a pass is prepared, for the first seat that still plays', () => {
    expect(preparing(asked('issue'), [0], true)).toEqual({ seat: 0, what: 'bid' })
    expect(preparing(asked('build'), [0, 2], true)).toEqual({ seat: 0, what: 'pass' })
    expect(preparing(asked('move', 0), [0, 2], true)).toEqual({ seat: 2, what: 'pass' })
  })
  it('nothing is prepared by who is out, by watchers, without an auction, or in between', () => {
    expect(preparing(asked('move', 0), [0], true)).toBeNull()
    expect(preparing(asked('move'), [], true)).toBeNull()
    expect(preparing(asked('issue'), [0], false)).toBeNull()
    expect(preparing(asked('take'), [0], true)).toBeNull()
  })
})
