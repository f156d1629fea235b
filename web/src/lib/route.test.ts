import { expect, it } from 'vitest'
import { read } from './route.svelte'

it('reads the address', () => {
  expect(read('/')).toEqual({ page: 'lobby' })
  expect(read('/t/abc')).toEqual({ page: 'table', id: 'abc', end: false })
  expect(read('/t/abc/end')).toEqual({ page: 'table', id: 'abc', end: true })
  expect(read('/join/k')).toEqual({ page: 'join', key: 'k' })
  expect(read('/account')).toEqual({ page: 'account' })
  expect(read('/somewhere')).toEqual({ page: 'nowhere' })
})
