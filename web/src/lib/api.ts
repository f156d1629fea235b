// Everything the page asks for by REST.
import type {
  Account, GameCard, LessonLine, LessonState, Lobby, LogLine, MapCard, Past, Reach, Rulebook, SeatCode, TableCard, TableRequest, TableState,
} from './types'

/** A refusal of the server: its one sentence is fit to be shown. */
export class Refusal extends Error {
  constructor(readonly status: number, sentence: string) {
    super(sentence)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refusal(0, 'The server does not answer.')
  }
  const text = await answer.text()
  if (!answer.ok) throw new Refusal(answer.status, detail(text))
  return (text ? JSON.parse(text) : undefined) as T
}

function detail(text: string): string {
  try {
    const said: unknown = JSON.parse(text).detail
    if (typeof said === 'string' && said) return said
  } catch {
    // A proxy in between may answer in HTML.
  }
  return 'The server could not do that.'
}

/** Answers that came with the page, by what they answer: each is as old as the page, so it is used once. */
const given: Record<string, unknown> = JSON.parse(document.getElementById('given')?.textContent || '{}')

function get<T>(path: string): Promise<T> {
  if (!(path in given)) return ask('GET', path)
  const answer = given[path] as T
  delete given[path]
  return Promise.resolve(answer)
}
const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)

export const me = () => get<Account>('/me')
export const register = (name: string, password: string) => post<Account>('/register', { name, password })
export const login = (name: string, password: string) => post<Account>('/login', { name, password })
export const logout = () => post<void>('/logout')
export const changePassword = (old: string, next: string) => post<void>('/password', { old, new: next })

export const maps = () => get<MapCard[]>('/maps')
export const board = (map: string) => get<unknown>(`/maps/${map}/board`)
export const preview = (map: string, theme: 'light' | 'dark') => `/api/maps/${map}/preview.svg?theme=${theme}`
export const rules = (map: string) => get<Rulebook>(`/maps/${map}/rules`)
export const lessons = () => get<Record<string, LessonLine[]>>('/lessons')
export const lessonBoard = (game: string, id: string) => get<unknown>(`/lessons/${game}/${id}/board`)
export const lessonRules = (game: string, id: string) => get<Rulebook>(`/lessons/${game}/${id}/rules`)
export const lessonPreview = (game: string, id: string, theme: 'light' | 'dark') => `/api/lessons/${game}/${id}/preview.svg?theme=${theme}`
export const lesson = (game: string, id: string, answers: string[]) => post<LessonState>(`/lessons/${game}/${id}`, { answers })
export const lessonLook = (game: string, id: string, answers: string[], about: unknown) =>
  post<unknown>(`/lessons/${game}/${id}`, { answers, about })
export const games = () => get<GameCard[]>('/games')
export const lobby = () => get<Lobby>('/lobby')
export const reach = (path: string) => get<Reach>(`/reach?path=${encodeURIComponent(path)}`)
export const makeCode = () => post<SeatCode>('/code')
export const useCode = (code: string) => post<Account>('/code/use', { code })

export const createTable = (request: TableRequest) => post<TableCard>('/tables', request)
export const table = (id: string) => get<TableState>(`/tables/${id}`)
export const log = (id: string) => get<LogLine[]>(`/tables/${id}/log`)
export const past = (id: string, n: number) => get<Past>(`/tables/${id}/at/${n}`)
export const recap = (id: string, turn: number) => get<unknown>(`/tables/${id}/recap/${turn}`)
export const join = (id: string, name: string, which: { seat?: number; key?: string }) =>
  post<TableCard>(`/tables/${id}/join`, { name, ...which })
export const invitation = (key: string) => get<TableCard>(`/join/${key}`)
export const rename = (id: string, name: string) => post<TableCard>(`/tables/${id}/name`, { name })
export const archive = (id: string, archived: boolean) => post<unknown>(`/tables/${id}/archive`, { archived })
export const remove = (id: string) => ask<unknown>('DELETE', `/tables/${id}`)
export const rematch = (id: string) => post<TableCard>(`/tables/${id}/rematch`)
export const clone = (id: string, at: number) => post<TableCard>(`/tables/${id}/clone?at=${at}`)
export const recordAddress = (id: string) => `/api/tables/${id}/record`
export const pictureAddress = (id: string, kind: 'svg' | 'png', at: number, theme: 'light' | 'dark') =>
  `/api/tables/${id}/board.${kind}?at=${at}&theme=${theme}`
