import { describe, expect, it } from 'vitest'
import { plain } from './plain'

const CITY =
  '<g class="city"><path d="M0 10Q5 0 20 10L20 30Z" fill="var(--casing)"/><text x="1" y="2" font-size="10" fill="var(--l-red)" font-weight="700">R</text>' +
  '<rect x="1"/><text x="9" fill="var(--chip-dark)">6</text></g>'

describe('a board of half the size', () => {
  it('gives a city one large letter in its middle and no chip', () => {
    const drawn = plain(`<g class="pieces">${CITY}</g>`, 36)
    expect(drawn).toContain('<text x="10.0"')
    expect(drawn).toContain('>R</text>')
    expect(drawn).not.toContain('>6<')
    expect(drawn).toContain('<path d="M0 10')
  })

  it('leaves what it does not understand', () => {
    expect(plain('<g class="city"><circle/></g>', 36)).toBe('<g class="city"><circle/></g>')
  })
})
