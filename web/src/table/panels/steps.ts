/** Going through a game step by step: only where something was told. */

import type { TableLive } from '../../lib/live.svelte'
import type { LogLine } from '../../lib/types'

/** The lengths of the log at which there is something new to see, the beginning and the present included. */
export function stops(log: readonly LogLine[]): number[] {
  const out = [0]
  log.forEach((line, index) => {
    if (line.told.length) out.push(index + 1)
  })
  if (out[out.length - 1] !== log.length) out.push(log.length)
  return out
}

/** Where the first player is asked: what chance sets up comes before. */
export function beginning(log: readonly LogLine[]): number {
  return Math.max(0, log.findIndex((line) => line.seat >= 0))
}

/** The stop before or after a moment; the same moment where there is none. */
export function stopFrom(found: readonly number[], at: number, by: -1 | 1): number {
  const next = by > 0 ? found.find((stop) => stop > at) : found.findLast((stop) => stop < at)
  return next ?? at
}

/** One step back or on from what is shown; the last one is the present. */
export function step(live: TableLive, by: -1 | 1): void {
  const at = live.past?.at ?? live.log.length
  const to = stopFrom(stops(live.log), at, by)
  if (to !== at) void live.goTo(to >= live.log.length ? null : to)
}
