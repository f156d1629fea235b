// Names for the types of what Age of Steam tells its page, so that components read like the contract.
import type { Past as AnyPast, TableState as AnyTable } from '../../lib/types'
import type { components } from './schema'

type Schemas = components['schemas']

export type ActionChoice = Schemas['ActionChoice']
export type AnswerChoice = Schemas['AnswerChoice']
export type Because = Schemas['Because']
export type BidChoice = Schemas['BidChoice']
export type BoardView = Schemas['BoardView']
export type CityView = Schemas['CityView']
export type ColumnView = Schemas['ColumnView']
export type ConnectChoice = Schemas['ConnectChoice']
export type GroupsChoice = Schemas['GroupsChoice']
export type End = Schemas['End']
export type HexView = Schemas['HexView']
export type IssueChoice = Schemas['IssueChoice']
export type LinkView = Schemas['LinkView']
export type Look = Schemas['Look']
export type PlayerView = Schemas['PlayerView']
export type Point = Schemas['Point']
export type Prepared = Schemas['Prepared']
export type ProduceChoice = Schemas['ProduceChoice']
export type StockChoice = Schemas['StockChoice']
export type TileChoice = Schemas['TileChoice']
export type TileView = Schemas['TileView']
export type Tiles = Schemas['Tiles']
export type View = Schemas['View']

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

/** A table with this game's own view, question, prepared answers and end. */
export type TableState = Omit<AnyTable, 'view' | 'question' | 'prepared' | 'end'> & {
  view: View
  question: AskedQuestion | null
  prepared: Prepared | null
  end: End | null
}
export type Past = Omit<AnyPast, 'view'> & { view: View }
export type Recap = Schemas['Recap']
export type Purse = Schemas['Purse']
