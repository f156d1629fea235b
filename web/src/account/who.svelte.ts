// Who looks at a table, for panels that are not for strangers.
import * as api from '../lib/api'
import type { Account } from '../lib/types'

class Who {
  account = $state.raw<Account | null>(null)
  /** Whether one has no account on a server that keeps them; false until it is known. */
  stranger = $derived(this.account !== null && this.account.accounts && this.account.name === null)

  async ask(): Promise<void> {
    try {
      this.account = await api.me()
    } catch {
      // Without an answer nothing is barred here; the server has the last word.
    }
  }
}

export const who = new Who()
