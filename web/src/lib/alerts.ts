// How the page tells a person who looks elsewhere that it is their turn.

export interface AlertChoices {
  notify: boolean
  sound: boolean
}

const KEY = 'footplate.alerts'

export function alertChoices(): AlertChoices {
  try {
    return { notify: false, sound: false, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return { notify: false, sound: false }
  }
}

export function keepAlertChoices(choices: AlertChoices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices))
  } catch {
    // Then it holds until the page is left.
  }
}

/** Switch notifications on; the browser asks the person. True if they may be shown. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** Two short soft notes. */
export function chime(): void {
  try {
    const audio = new AudioContext()
    for (const [note, after] of [[659, 0], [880, 0.14]] as const) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      const start = audio.currentTime + after
      tone.frequency.value = note
      volume.gain.setValueAtTime(0.0001, start)
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.32)
    }
    setTimeout(() => void audio.close(), 800)
  } catch {
    // No sound device, or the browser wants a click first.
  }
}

/** It has become one's turn: sound and notification as chosen. */
export function alertTurn(ask: string, table: string): void {
  const choices = alertChoices()
  if (choices.sound) chime()
  if (!choices.notify || !document.hidden || !('Notification' in globalThis)) return
  if (Notification.permission !== 'granted') return
  const note = new Notification('Your turn', { body: `${ask} · ${table}`, tag: `footplate-${table}` })
  note.onclick = () => {
    focus()
    note.close()
  }
}

/** The tab: “● Your turn: build track”. */
export function title(table: string, myTurn: string | null): string {
  return myTurn ? `● Your turn: ${myTurn}` : `${table} · Footplate`
}
