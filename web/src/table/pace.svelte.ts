// How fast bots move, as this browser likes it.
export type PaceName = 'calm' | 'usual' | 'quick'
const KEY = 'footplate.pace'

class Paces {
  value = $state<PaceName>('usual')

  constructor() {
    const kept = localStorage.getItem(KEY)
    if (kept === 'calm' || kept === 'quick') this.value = kept
  }

  choose(pace: PaceName): void {
    this.value = pace
    localStorage.setItem(KEY, pace)
  }
}

export const paces = new Paces()
