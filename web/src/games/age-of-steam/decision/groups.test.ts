import { describe, expect, it } from 'vitest'
import { byClick, members, putInto, type Put } from './groups'

const SIZES = [3, 2]
const clicked = (...things: number[]): Put => things.reduce<Put>((put, thing) => byClick(put, SIZES, thing), Array(5).fill(null))

describe('groups', () => {
  it('fills the first group by clicks, and the rest goes into the other by itself', () => {
    expect(members(clicked(0, 3), 0)).toEqual([0, 3])
    expect(members(clicked(0, 3), null)).toEqual([1, 2, 4])
    expect(members(clicked(0, 3, 4), 0)).toEqual([0, 3, 4])
    expect(members(clicked(0, 3, 4), 1)).toEqual([1, 2])
  })

  it('moves a thing to the other group, or out of a full one to make room', () => {
    expect(members(clicked(0, 0), 1)).toEqual([0])
    // 4 comes out, 1 moves into its place, and 4 is left for the group of two.
    expect(members(clicked(0, 3, 4, 4), null)).toEqual([4])
    expect(members(clicked(0, 3, 4, 4, 1), 0)).toEqual([0, 1, 3])
    expect(members(clicked(0, 3, 4, 4, 1), 1)).toEqual([2, 4])
  })

  it('never holds more in a group than belong there', () => {
    const full = clicked(0, 1, 2)
    expect(members(putInto(full, SIZES, 3, 0), 0)).toEqual([0, 1, 2])
    expect(members(putInto(full, SIZES, 3, 0), null)).toEqual([3])
  })
})
