const wish = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the person asked for no motion. */
export const still = (): boolean => wish.matches
