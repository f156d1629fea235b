// How much moves on the board: as the system wishes, and as this browser likes it.
export type Motion = 'calm' | 'quick' | 'none'

const KEY = 'footplate.motion'
/** How long a cube takes for a link. */
const PER_LINK: Record<Motion, number> = { calm: 260, quick: 90, none: 0 }
const wish = matchMedia('(prefers-reduced-motion: reduce)')
const kept = localStorage.getItem(KEY)
let chosen: Motion = kept === 'quick' || kept === 'none' ? kept : 'calm'

export const motion = (): Motion => chosen

export function chooseMotion(motion: Motion): void {
  chosen = motion
  localStorage.setItem(KEY, motion)
}

/** Whether the person asked for no motion. */
export const still = (): boolean => wish.matches || chosen === 'none'

/** Milliseconds that a cube takes for a link. */
export const perLink = (): number => PER_LINK[chosen]
