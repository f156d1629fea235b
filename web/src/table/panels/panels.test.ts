import { describe, expect, it } from 'vitest'
import { halves, heard } from '../../games/age-of-steam/panels/goods'
import type { ColumnView, PlayerView } from '../../games/age-of-steam/types'
import type { LogLine, TableState } from '../../lib/types'
import { invitationAddress, mayReplace, scoreSentence } from './players'
import { beginning, stopFrom, stops } from './steps'

describe('the goods display', () => {
  const column = (facts: Partial<ColumnView>): ColumnView => ({
    name: 'light 1', half: 'light', die: 1, letter: null, colour: 'red', place: 'Chicago', boxes: [null, 'red'], ...facts,
  })

  it('has a half for each colour of dice, its New Cities last', () => {
    const found = halves([
      column({ letter: 'A', die: 3, name: 'A' }), column({}), column({ letter: 'B', die: 4, name: 'B' }),
      column({ half: 'dark', name: 'dark 1' }),
    ])
    expect(found.map((half) => [half.name, half.says])).toEqual([
      ['Light', 'rolled first · A–B grow with 3–4'],
      ['Dark', 'rolled second'],
    ])
    expect(found[0]!.columns.map((one) => one.letter)).toEqual([null, 'A', 'B'])
  })

  it('is heard', () => {
    expect(heard(column({}))).toBe('Light 1, Chicago: red')
    expect(heard(column({ name: 'A', letter: 'A', place: null, boxes: [null] }))).toBe('A (red), not on the board: empty')
  })
})

describe('players', () => {
  it('say how the score is made up', () => {
    const player = { score: 4, parts: { income: 33, track: 10, shares: -39 } } as unknown as PlayerView
    expect(scoreSentence(player)).toBe('Score 4 = 33 income + 10 track − 39 shares')
    const begun = { score: -6, parts: { income: 0, track: 0, shares: -6 } } as unknown as PlayerView
    expect(scoreSentence(begun)).toBe('Score −6 = 0 income + 0 track − 6 shares')
  })

  it('may give away their own seat, and the maker any', () => {
    const table = (mine: number[], maker: boolean, over = false): TableState =>
      ({ mine, maker, view: { over } }) as unknown as TableState
    expect(mayReplace(table([0], false), 0)).toBe(true)
    expect(mayReplace(table([0], false), 1)).toBe(false)
    expect(mayReplace(table([], true), 1)).toBe(true)
    expect(mayReplace(table([0], true, true), 0)).toBe(false)
  })

  it('get the whole address of an invitation', () => {
    expect(invitationAddress('/join/x', 'http://a')).toBe('http://a/join/x')
    expect(invitationAddress('x', 'http://a')).toBe('http://a/join/x')
    expect(invitationAddress('https://b/join/x', 'http://a')).toBe('https://b/join/x')
  })
})

describe('steps through a game', () => {
  const line = (told: string[]): LogLine => ({ n: 0, seat: 0, sentence: '', told, turn: 1, phase: 0 })

  it('stops where something was told, at the beginning and at the present', () => {
    const found = stops([line(['a']), line([]), line(['b']), line([])])
    expect(found).toEqual([0, 1, 3, 4])
    expect(stopFrom(found, 1, 1)).toBe(3)
    expect(stopFrom(found, 1, -1)).toBe(0)
    expect(stopFrom(found, 4, 1)).toBe(4)
  })

  it('begin where the first player is asked', () => {
    const chance = { ...line(['set up']), seat: -1 }
    expect(beginning([chance, chance, line(['a']), chance])).toBe(2)
    expect(beginning([chance])).toBe(0)
  })
})
