import { expect, test } from 'vitest'
import { explained } from './explained'

const terms = { share: 'a', link: 'b', city: 'c', 'New City': 'd', 'light dice': 'e', 'direct link': 'f', expenses: 'g', 'short by': 'h', town: 'i' }
const said = (text: string) => explained(text, terms).flatMap(([words, term]) => (term ? [`${words}=${term}`] : []))

test('terms are found in whole words, in the plural and at the beginning', () => {
  expect(said('Shares bring money; a share costs $1.')).toEqual(['Shares=share'])
  expect(said('Two cities and a New City: 2 links')).toEqual(['cities=city', 'New City=New City', 'links=link'])
  expect(said('Light dice. Expenses: $4, short by $2')).toEqual(['Light dice=light dice', 'Expenses=expenses', 'short by=short by'])
  expect(said('Only a direct link')).toEqual(['direct link=direct link'])
})

test('names are no terms', () => {
  expect(said('Ada Link moved blue from Cape Town to Mexico City')).toEqual([])
  expect(said('Lincoln shareholders, unlinked')).toEqual([])
})

test('nothing of a text is lost', () => {
  for (const text of ['', 'Nothing', 'A link, a town, a share.', 'share']) {
    expect(explained(text, terms).map(([words]) => words).join('')).toBe(text)
  }
})
