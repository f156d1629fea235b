// Light or dark: the system's choice, unless the person has made one.

export type Theme = 'light' | 'dark'
const KEY = 'footplate.theme'
const system = matchMedia('(prefers-color-scheme: dark)')

class Looks {
  /** What was chosen; null follows the system. */
  chosen = $state<Theme | null>(kept())
  #system = $state<Theme>(system.matches ? 'dark' : 'light')
  theme = $derived(this.chosen ?? this.#system)

  constructor() {
    system.addEventListener?.('change', () => {
      this.#system = system.matches ? 'dark' : 'light'
      this.#show()
    })
  }

  choose(theme: Theme | null): void {
    this.chosen = theme
    try {
      if (theme) localStorage.setItem(KEY, theme)
      else localStorage.removeItem(KEY)
    } catch {
      // A browser that keeps nothing still shows it until the page is left.
    }
    this.#show()
  }

  #show(): void {
    document.documentElement.dataset.theme = this.theme
  }
}

function kept(): Theme | null {
  try {
    const theme = localStorage.getItem(KEY)
    return theme === 'light' || theme === 'dark' ? theme : null
  } catch {
    return null
  }
}

export const looks = new Looks()
