// Names for the types of what Days of Steam tells its page, so that components read like the contract.
import type { Past as AnyPast, TableState as AnyTable } from '../../lib/types'
import type { components } from './schema'

type Schemas = components['schemas']

export type Because = Schemas['Because']
export type BoardView = Schemas['BoardView']
export type CircuitChoice = Schemas['CircuitChoice']
export type End = Schemas['End']
export type KindView = Schemas['KindView']
export type LayChoice = Schemas['LayChoice']
export type Look = Required<Schemas['Look']>
export type PlayerView = Schemas['PlayerView']
/** Whatever is not told is empty. */
export type Question = Required<Schemas['Question']>
export type SpotView = Schemas['SpotView']
export type StepView = Schemas['StepView']
export type TownChoice = Schemas['TownChoice']
export type TownView = Schemas['TownView']
export type TrainView = Schemas['TrainView']
export type View = Schemas['View']
export type Walk = Schemas['Walk']
export type Ways = Schemas['Ways']
export type WayView = Schemas['WayView']

/** A place where a tile may lie, with names to its columns: the server tells rows, because there may be many. */
export interface Fit {
  place: number
  turn: number
  steam: number
  from_town: number
  covers: boolean
  /** The number of the circuit it closes, or -1. */
  circuit: number
}

/** A place where the train can stop. */
export interface Reach {
  place: number
  x: number
  y: number
  least: number
  rolls: boolean
  points: number
  ways: number
}

/** A move that brings points, in short. */
export interface Best {
  place: number
  sentence: string
  says: string
  points: number
  spent: number
  worst: number
}

/** A table with this game's own view, question and end. */
export type TableState = Omit<AnyTable, 'view' | 'question' | 'end'> & { view: View; question: Question | null; end: End | null }
export type Past = Omit<AnyPast, 'view'> & { view: View }
