// The address of the page as state; links with href stay real links.

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; id: string; end: boolean }
  | { page: 'join'; key: string }
  | { page: 'code'; code: string }
  | { page: 'lesson'; game: string; id: string }
  | { page: 'account' }
  | { page: 'nowhere' }

export function read(path: string): Route {
  const [first, second, third] = path.split('/').filter(Boolean)
  if (first === undefined) return { page: 'lobby' }
  if (first === 't' && second) return { page: 'table', id: second, end: third === 'end' }
  if (first === 'join' && second) return { page: 'join', key: second }
  if (first === 'learn' && second && third) return { page: 'lesson', game: second, id: third }
  if (first === 'code') return { page: 'code', code: second ?? '' }
  if (first === 'account') return { page: 'account' }
  return { page: 'nowhere' }
}

class Address {
  path = $state(location.pathname)
  route = $derived(read(this.path))
  /** Where one came from, to go back there. */
  before = '/'

  go(path: string, instead = false): void {
    this.before = this.path
    history[instead ? 'replaceState' : 'pushState'](null, '', path)
    this.path = location.pathname
    scrollTo(0, 0)
  }
}

export const address = new Address()

addEventListener('popstate', () => (address.path = location.pathname))

/** Follow a click on a link of our own without loading the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element).closest?.('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/') || read(link.pathname).page === 'nowhere') return
  event.preventDefault()
  address.go(link.pathname)
}
