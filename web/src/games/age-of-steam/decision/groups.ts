// Things put into two groups one by one: which group each is in, by its place in the list, or none yet.
export type Put = (number | null)[]

export const members = (put: Put, group: number | null): number[] => put.flatMap((one, thing) => (one === group ? [thing] : []))

const room = (put: Put, sizes: number[], group: number): number => sizes[group]! - members(put, group).length

/** Put a thing into a group; what is left goes by itself where alone there is room. */
export function putInto(put: Put, sizes: number[], thing: number, group: number | null): Put {
  const next = put.map((one, at) => (at === thing ? null : one))
  if (group === null || room(next, sizes, group) < 1) return next
  next[thing] = group
  const open = sizes.flatMap((_, one) => (room(next, sizes, one) > 0 ? [one] : []))
  return open.length === 1 ? next.map((one) => one ?? open[0]!) : next
}

/** Where a click takes a thing: into the first group with room, from there into the other, else out again. */
export function byClick(put: Put, sizes: number[], thing: number): Put {
  const from = put[thing] ?? null
  const others = sizes.flatMap((_, group) => (group !== from && room(put, sizes, group) > 0 ? [group] : []))
  return putInto(put, sizes, thing, others[0] ?? null)
}
