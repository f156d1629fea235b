/** What the lower part of the side panel shows; on a phone it takes the place of the board. */
export type PanelName = 'log' | 'goods' | 'chat' | 'notes' | 'supply' | 'settings' | 'rules' | 'keys' | 'players' | 'more'

export const PANEL_TITLES: Record<PanelName, string> = {
  log: 'Log', goods: 'Goods', chat: 'Chat', notes: 'Notes', supply: 'Tiles left', settings: 'Settings', rules: 'What differs', keys: 'Keys',
  players: 'Players', more: 'More',
}
