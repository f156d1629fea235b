// Names for the generated types, so that components read like the contract.
import type { components } from './schema'

type Schemas = components['schemas']

export type Account = Schemas['Account']
export type ChatLine = Schemas['ChatLine']
export type End = Schemas['End']
export type BotCard = Schemas['BotCard']
export type GameCard = Schemas['GameCard']
export type Block = Schemas['Block']
export type Card = Schemas['Card']
export type Chapter = Schemas['Chapter']
export type LessonLine = Schemas['LessonLine']
export type LessonReply = Schemas['LessonReply']
export type LessonState = Schemas['LessonState']
export type Rulebook = Schemas['Rulebook']
/** Some words, and the term that they are. */
export type Span = readonly [string, (string | null)?]
export type Lobby = Schemas['Lobby']
export type LogLine = Schemas['LogLine']
export type MapCard = Schemas['MapCard']
export type OptionCard = Schemas['OptionCard']
export type Past = Schemas['Past']
export type PromptView = Schemas['PromptView']
export type Reach = Schemas['Reach']
export type RulePage = Schemas['RulePage']
export type SeatCard = Schemas['SeatCard']
export type SeatCode = Schemas['SeatCode']
export type SeatRequest = Schemas['SeatRequest']
export type SeatView = Schemas['SeatView']
export type Slip = Schemas['Slip']
export type Standing = Schemas['Standing']
export type Suggested = Schemas['Suggested']
export type TableCard = Schemas['TableCard']
export type TableRequest = Schemas['TableRequest']
export type TableState = Schemas['TableState']
/** What every game's view has. */
export type View = Schemas['TableView']

export type Said = Schemas['Said']
export type Heard = Schemas['Heard']

/** What the server calls nature and nobody where a seat is named. */
export const NATURE = -1
export const NOBODY = -2
