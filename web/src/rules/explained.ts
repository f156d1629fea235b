// Terms in a plain sentence, wherever it comes from: each is explained where it first stands.
import type { Span } from '../lib/types'

type Terms = Readonly<Record<string, string>>

/** How a term stands in a sentence: “city” also as “cities”, “light dice” only so. */
const forms = (term: string): string => {
  const safe = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (/[^aeiou]y$/.test(safe)) return `${safe.slice(0, -1)}(?:y|ies)`
  return /s$|dice$/.test(safe) ? safe : `${safe}s?`
}

/** Sentences that are remembered: the same few stand in hundreds of rows. */
const KEPT = 500
const known = new WeakMap<Terms, { pattern: RegExp; told: Map<string, Span[]> }>()

/** All terms at once, the longest first, as whole words; and the sentences in which they were found. */
function knownOf(terms: Terms): { pattern: RegExp; told: Map<string, Span[]> } {
  let found = known.get(terms)
  if (!found) {
    const all = Object.keys(terms).sort((a, b) => b.length - a.length).map(forms)
    found = { pattern: new RegExp(`(?<![\\p{L}\\d’'-])(?:${all.join('|') || '(?!)'})(?![\\p{L}\\d-])`, 'giu'), told: new Map() }
    known.set(terms, found)
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
  const { pattern, told } = knownOf(terms)
  let spans = told.get(text)
  if (!spans) {
    if (told.size >= KEPT) told.clear()
    told.set(text, (spans = spansOf(text, pattern, terms)))
  }
  return spans
}

function spansOf(text: string, pattern: RegExp, terms: Terms): Span[] {
  const out: Span[] = []
  const told = new Set<string>()
  let at = 0
  for (const found of text.matchAll(pattern)) {
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
