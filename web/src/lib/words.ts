// Small pieces of wording that many components share; see look.md §9.

export const money = (n: number): string => (n < 0 ? `−$${-n}` : `$${n}`)
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** Words as a sentence: with a capital and a full stop. */
export const sentence = (text: string): string => (text ? `${capital(text)}${/[.!?]$/.test(text) ? '' : '.'}` : '')
/** “Ada, Bea and Carl”. */
export const listed = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The letter of each colour of goods: no meaning rests on hue alone. */
export const LETTERS: Record<string, string> = {
  red: 'R', blue: 'B', purple: 'P', yellow: 'Y', black: 'K', white: 'W', cattle: 'C', green: 'G',
}

/** Phase names short enough for the strip; what is not listed is shown whole. */
const SHORT: Record<string, string> = {
  'Issue shares': 'Shares',
  'Determine player order': 'Order',
  'Select actions': 'Actions',
  'Build track': 'Build',
  'Move goods': 'Goods',
  'Collect income': 'Income',
  'Pay expenses': 'Expenses',
  'Income reduction': 'Reduction',
  'Goods growth': 'Growth',
  'Advance turn marker': 'Turn',
}
export const shortPhase = (name: string): string => SHORT[name] ?? name

/** “Turn 3 of 7”, or “Turn 3” where nobody knows how many there will be. */
export const turnOf = ({ turn, turns }: { turn: number; turns: number }): string => (turns ? `Turn ${turn} of ${turns}` : `Turn ${turn}`)
