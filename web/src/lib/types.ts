// Names for the generated types, so that components read like the contract.
import type { components } from './schema'

type Schemas = components['schemas']

export type Account = Schemas['Account']
export type ActionChoice = Schemas['ActionChoice']
export type AnswerChoice = Schemas['AnswerChoice']
export type BidChoice = Schemas['BidChoice']
export type BoardView = Schemas['BoardView']
export type ChatLine = Schemas['ChatLine']
export type CityView = Schemas['CityView']
export type ColumnView = Schemas['ColumnView']
export type ConnectChoice = Schemas['ConnectChoice']
export type End = Schemas['End']
export type HexView = Schemas['HexView']
export type IssueChoice = Schemas['IssueChoice']
export type LinkView = Schemas['LinkView']
export type Lobby = Schemas['Lobby']
export type LogLine = Schemas['LogLine']
export type MapCard = Schemas['MapCard']
export type OptionCard = Schemas['OptionCard']
export type Past = Schemas['Past']
export type PlayerView = Schemas['PlayerView']
export type Point = Schemas['Point']
export type Prepared = Schemas['Prepared']
export type ProduceChoice = Schemas['ProduceChoice']
export type PromptView = Schemas['PromptView']
export type RulePage = Schemas['RulePage']
export type SeatCard = Schemas['SeatCard']
export type SeatRequest = Schemas['SeatRequest']
export type Standing = Schemas['Standing']
export type StockChoice = Schemas['StockChoice']
export type TableCard = Schemas['TableCard']
export type TableRequest = Schemas['TableRequest']
export type TableState = Schemas['TableState']
export type TileChoice = Schemas['TileChoice']
export type TileView = Schemas['TileView']
export type View = Schemas['View']

export type Said = Schemas['Said']
export type Heard = Schemas['Heard']

/** A delivery with names to its columns: the server tells rows, because there may be a thousand. */
export interface DeliveryChoice {
  sentence: string
  colour: string
  hex: number
  stops: number[]
  links: number[]
  gains: [number, number][]
  own: number
  more: [number, number][]
  leaves: string | null
  then: string | null
  /** What it brings the mover in cash. */
  cash: number
  /** Its place among all, the best first. */
  rank: number
  /** What else comes of it that should be known before, e.g. −2 disks. */
  note: string | null
}
/** A cube that may be moved, in how many ways, and the most that any brings. */
export interface CubeChoice {
  hex: number
  colour: string
  ways: number
  own: number
}
/** A hex to build on: how many tiles fit, and the least they cost. */
export interface HexChoice {
  hex: number
  count: number
  least: number
}
export type DeliveryRow = Schemas['DeliveryChoice']
export type CubeRow = Schemas['CubeChoice']
export type HexRow = Schemas['HexChoice']
export type MoveChoice = Omit<Schemas['MoveChoice'], 'deliveries' | 'cubes'> & { deliveries: DeliveryChoice[]; cubes: CubeChoice[] }
export type BuildChoice = Omit<Schemas['BuildChoice'], 'hexes'> & { hexes: HexChoice[] }
export type Question = Omit<Schemas['Question'], 'move' | 'build'> & { move: MoveChoice | null; build: BuildChoice | null }
export type Ways = Schemas['Ways']
export type AskedQuestion = Schemas['Question']

/** What the server calls nature and nobody where a seat is named. */
export const NATURE = -1
export const NOBODY = -2
