/** The words that may follow; a single way on is taken at once, as far as it goes. */
export function following(sentences: string[], words: string[]): string[] {
  const rest = sentences
    .map((sentence) => sentence.split(' '))
    .filter((said) => said.length > words.length && words.every((word, n) => said[n] === word))
  return [...new Set(rest.map((said) => said[words.length]!))]
}
