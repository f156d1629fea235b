/** The name somebody last sat down with, kept in this browser. */

const KEY = 'footplate.name'

export function keptName(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepName(name: string): void {
  try {
    if (name) localStorage.setItem(KEY, name)
  } catch {
    // A browser that keeps nothing asks again.
  }
}
