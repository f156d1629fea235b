// Terms in a plain sentence, wherever it comes from: each is explained where it first stands.
import type { Span } from '../lib/types'

type Terms = Readonly<Record<string, string>>

/** How a term stands in a sentence: “city” also as “cities”, “light dice” only so. */
const forms = (term: string): string => {
  const safe = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (/[^aeiou]y$/.test(safe)) return `${safe.slice(0, -1)}(?:y|ies)`
  return /s$|dice$/.test(safe) ? safe : `${safe}s?`
}

const patterns = new WeakMap<Terms, RegExp>()

/** All terms at once, the longest first, as whole words; a capital stands only where a sentence begins. */
function patternOf(terms: Terms): RegExp {
  let found = patterns.get(terms)
  if (!found) {
    const all = Object.keys(terms).sort((a, b) => b.length - a.length).map(forms)
    found = new RegExp(`(?<![\\p{L}\\d’'-])(?:${all.join('|') || '(?!)'})(?![\\p{L}\\d-])`, 'giu')
    patterns.set(terms, found)
  }
  return found
}

/** Whether a capital at this place begins a sentence, and is not that of a name. */
const begins = (text: string, at: number): boolean => /(^|[.:;·?!(]\s*)$/.test(text.slice(0, at))

/** The term that some words are. */
function termOf(words: string, terms: Terms): string | undefined {
  const small = words.toLowerCase()
  const singular = small.replace(/ies$/, 'y')
  return Object.keys(terms).find((term) => {
    const same = term.toLowerCase()
    return same === small || same === singular || `${same}s` === small
  })
}

/** A text as spans, with its terms. */
export function explained(text: string, terms: Terms): Span[] {
  const out: Span[] = []
  const told = new Set<string>()
  let at = 0
  for (const found of text.matchAll(patternOf(terms))) {
    const [words] = found
    const term = termOf(words, terms)
    if (!term || told.has(term)) continue
    // “New City” has capitals of its own; “link” has one only where a sentence begins, or it is part of a name.
    const own = term !== term.toLowerCase()
    if (own ? !words.startsWith(term.slice(0, -1)) : words !== words.toLowerCase() && !begins(text, found.index)) continue
    told.add(term)
    if (found.index > at) out.push([text.slice(at, found.index)])
    out.push([words, term])
    at = found.index + words.length
  }
  if (at < text.length) out.push([text.slice(at)])
  return out
}
