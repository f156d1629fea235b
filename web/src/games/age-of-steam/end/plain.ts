/** The pieces of a position drawn plainer, for a board of half the size: cities with one large letter, no chips. */

const CITY = /<g class="city">(.*?)<\/g>/gs
const LETTER = /<text [^>]*fill="(var\(--l-[a-z]+\))"[^>]*>([A-Z])<\/text>/g

/** The middle of an outline, from the numbers of its path. */
function middle(d: string): [number, number] {
  const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  const xs = numbers.filter((_, n) => n % 2 === 0)
  const ys = numbers.filter((_, n) => n % 2 === 1)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

/** Names are left out by the page's style; here only the cities change. What is not understood stays as it is. */
export function plain(pieces: string, radius: number): string {
  return pieces.replace(CITY, (whole, inside: string) => {
    const outline = /<path d="([^"]+)"/.exec(inside)?.[1]
    const letters = [...inside.matchAll(LETTER)]
    if (!outline || !letters.length) return whole
    const [x, y] = middle(outline)
    const size = radius * (letters.length === 1 ? 0.86 : 0.56)
    const signs = letters.map(([, fill, letter], n) => {
      const aside = (n - (letters.length - 1) / 2) * size * 0.95
      return `<text x="${(x + aside).toFixed(1)}" y="${(y + size * 0.35).toFixed(1)}" font-size="${size.toFixed(1)}" font-weight="700" fill="${fill}">${letter}</text>`
    })
    return `<g class="city">${(inside.match(/<path [^>]*>/g) ?? []).join('')}${signs.join('')}</g>`
  })
}
