/** What the lower part of the side panel shows; on a phone it takes the place of the board. Games add their own. */
import type { AnyPage } from '../games/page'

export type PanelName = string

const TITLES: Record<PanelName, string> = {
  log: 'Log', chat: 'Chat', notes: 'Notes', settings: 'Settings', rules: 'Rules', keys: 'Keys', players: 'Players', more: 'More',
}

export const panelTitle = (page: AnyPage, name: PanelName): string =>
  TITLES[name] ?? page.panels.find((panel) => panel.name === name)?.title ?? ''
