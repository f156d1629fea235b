// What the server says of a table after the first time: new values by their way into it, and what has gone.

type Holder = Record<string, unknown>

/** The same with new values; what has not changed is the very same, so that nothing of it is drawn again. */
export function patched<T extends object>(old: T, set: Record<string, unknown>, gone: readonly string[]): T {
  const out = { ...old }
  const fresh = new Set<unknown>([out])
  /** What holds the last name of a way, copied once. */
  const holder = (names: string[]): Holder => {
    let at = out as unknown as Holder
    for (const name of names) {
      if (!fresh.has(at[name])) {
        at[name] = Array.isArray(at[name]) ? [...(at[name] as unknown[])] : { ...(at[name] as Holder) }
        fresh.add(at[name])
      }
      at = at[name] as Holder
    }
    return at
  }
  for (const way of gone) {
    const names = way.split('/')
    delete holder(names.slice(0, -1))[names.at(-1)!]
  }
  for (const [way, value] of Object.entries(set)) {
    const names = way.split('/')
    holder(names.slice(0, -1))[names.at(-1)!] = value
  }
  return out
}
