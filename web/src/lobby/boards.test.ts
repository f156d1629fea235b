import { describe, expect, test } from 'vitest'
import type { MapCard } from '../lib/types'
import { chosenBoards, fits, length, NO_WISH, specials } from './boards'

function board(name: string, players: [number, number], turns: number[], special: string[] = [], places: string[] = []): MapCard {
  const page = { special, turns, places: places.map((place) => [place, 'A1', 'city', [], 2, []]) }
  return { id: name, name, designer: '', players, provenance: 'transcribed', differs: '', page } as unknown as MapCard
}

const RUST = board('Rust Belt', [3, 6], [10, 8, 7, 6])
const ALONE = board('Barbados', [1, 1], [10], ['solo', 'no auction'], ['Bridgetown'])
const PAIR = board('Île', [2, 2], [8], ['two players', 'no auction'])
const ALL = [RUST, ALONE, PAIR]
const names = (maps: MapCard[]): string[] => maps.map((map) => map.name)

describe('boards to choose from', () => {
  test('are found by words of their cards, whatever the accents', () => {
    expect(names(chosenBoards(ALL, { ...NO_WISH, text: 'ile' }, 'usual'))).toEqual(['Île'])
    expect(names(chosenBoards(ALL, { ...NO_WISH, text: 'bridge barb' }, 'usual'))).toEqual(['Barbados'])
    expect(chosenBoards(ALL, { ...NO_WISH, text: 'nowhere' }, 'usual')).toEqual([])
  })

  test('take as many players as want to play', () => {
    expect([1, 2, 3, 7].map((players) => names(ALL.filter((map) => fits(map, { ...NO_WISH, players }))))).toEqual([['Barbados'], ['Île'], ['Rust Belt'], []])
  })

  test('have all that is wished', () => {
    expect(names(chosenBoards(ALL, { ...NO_WISH, special: ['no auction'] }, 'usual'))).toEqual(['Barbados', 'Île'])
    expect(names(chosenBoards(ALL, { ...NO_WISH, special: ['no auction', 'solo'] }, 'usual'))).toEqual(['Barbados'])
    expect(specials(ALL)).toEqual({ tags: ['no auction', 'solo', 'two players'], common: 1 })
  })

  test('are as long as their turns for everybody', () => {
    expect(ALL.map((map) => length(map, 0))).toEqual(['medium', 'short', 'short'])
    expect(length(RUST, 6)).toBe('long')
    expect(names(chosenBoards(ALL, { ...NO_WISH, length: 'medium' }, 'usual'))).toEqual(['Rust Belt'])
  })

  test('stand in the order one asks for', () => {
    expect(names(chosenBoards(ALL, NO_WISH, 'name'))).toEqual(['Barbados', 'Île', 'Rust Belt'])
    expect(names(chosenBoards(ALL, NO_WISH, 'players'))).toEqual(['Barbados', 'Île', 'Rust Belt'])
    expect(names(chosenBoards(ALL, NO_WISH, 'length'))).toEqual(['Barbados', 'Île', 'Rust Belt'])
    expect(names(chosenBoards(ALL, NO_WISH, 'usual'))).toEqual(['Rust Belt', 'Barbados', 'Île'])
  })
})
