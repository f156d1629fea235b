// Whether the screen is a small one. Paper is none: while something is printed the page stays as it is laid out.

class Small {
  #query = matchMedia('(max-width: 899px)')
  current = $state(this.#query.matches)

  constructor() {
    this.#query.addEventListener?.('change', () => {
      if (!matchMedia('print').matches) this.current = this.#query.matches
    })
  }
}

export const phone = new Small()
