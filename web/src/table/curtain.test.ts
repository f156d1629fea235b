import { expect, it } from 'vitest'
import type { TableState } from '../lib/types'
import { waitsFor } from './curtain'

const table = (hidden: boolean, mine: number[], asked: number, over = false): TableState =>
  ({ hidden, mine, view: { asked, over } }) as unknown as TableState

it('covers a shared screen until whoever is asked is there', () => {
  expect(waitsFor(table(true, [0, 1], 1), 0)).toBe(1)
  expect(waitsFor(table(true, [0, 1], 1), null)).toBe(1)
  expect(waitsFor(table(true, [0, 1], 1), 1)).toBeNull()
})

it('covers nothing where there is nothing to hide, or nobody to hide it from', () => {
  expect(waitsFor(table(false, [0, 1], 1), 0)).toBeNull()
  expect(waitsFor(table(true, [1], 1), null)).toBeNull()
  expect(waitsFor(table(true, [0, 1], 2), null)).toBeNull()
  expect(waitsFor(table(true, [0, 1], 1, true), 0)).toBeNull()
})
