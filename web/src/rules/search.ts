// Looking for words in the rulebook.
import type { Block, Chapter } from '../lib/types'

/** All words of a block. */
export const textOf = (block: Block): string =>
  [...(block.spans ?? []).map((span) => (span as unknown as string[])[0]), ...(block.rows ?? []).flat()].join(' ')

const wordsOf = (sought: string): string[] => sought.toLocaleLowerCase().split(/\s+/).filter(Boolean)

/** The numbers of the blocks of a chapter in which all words occur. */
export function hits(chapter: Chapter, sought: string): number[] {
  const words = wordsOf(sought)
  if (!words.length) return []
  return chapter.blocks.flatMap((block, n) => {
    const text = textOf(block).toLocaleLowerCase()
    return words.every((word) => text.includes(word)) ? [n] : []
  })
}

/** A text cut where a sought word stands. */
export function parts(text: string, sought: string): { text: string; hit: boolean }[] {
  const words = wordsOf(sought)
  if (!words.length) return [{ text, hit: false }]
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return text.split(pattern).filter(Boolean).map((part) => ({ text: part, hit: words.includes(part.toLocaleLowerCase()) }))
}

/** Where a rule is told: the chapter, and the number of its block. */
export function whereTold(chapters: readonly Chapter[], rule: string): { chapter: string; block: number } | null {
  for (const chapter of chapters) {
    const block = chapter.blocks.findIndex((one) => one.rules?.includes(rule))
    if (block >= 0) return { chapter: chapter.id, block }
  }
  return null
}
