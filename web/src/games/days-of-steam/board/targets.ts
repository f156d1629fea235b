// What can be chosen on the map now, for the keyboard and for screen readers.
import { plural } from '../../../lib/words'
import type { DaysTable } from '../table.svelte'
import { fitName } from '../words'

export interface Target {
  place: number
  x: number
  y: number
  label: string
  chosen: boolean
}

export function targets(play: DaysTable): Target[] {
  if (!play.question || !play.board) return []
  if (play.moving) {
    return [...play.reached.values()].map(({ place, least, rolls, points }) => {
      const says = play.view?.tiles[place]?.says
      const words = [play.name(place), says ?? '', `${least} steam`, rolls ? 'with a roll' : '', points ? `up to ${plural(points, 'point')}` : '']
      return { place, ...play.at(place), label: words.filter(Boolean).join(', '), chosen: play.way?.place === place }
    })
  }
  return [...play.fits].map(([place, fits]) => {
    const fit = fits.find(({ turn }) => turn === play.turn)
    const label = fitName(play.name(place), !play.kind || !!fit, fit ?? fits[0]!, play.kind?.coal ?? 0)
    return { place, ...play.at(place), label, chosen: play.spot === place }
  })
}
