// What this browser remembers of lessons: how far one has come, and which are finished.
const keyOf = (game: string, id: string) => `footplate.lesson.${game}.${id}`

/** The answers that counted so far; none where nothing can be read. */
export function answersOf(game: string, id: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(game, id)) ?? '[]')
    return Array.isArray(kept) && kept.every((one) => typeof one === 'string') ? kept : []
  } catch {
    return []
  }
}

export function keep(game: string, id: string, answers: readonly string[], done: boolean): void {
  try {
    localStorage.setItem(keyOf(game, id), JSON.stringify(done ? [] : answers))
    if (done) localStorage.setItem(`${keyOf(game, id)}.done`, '1')
  } catch {
    // A browser that keeps nothing begins anew next time.
  }
}

/** Whether a lesson has been finished once. */
export function isDone(game: string, id: string): boolean {
  try {
    return localStorage.getItem(`${keyOf(game, id)}.done`) !== null
  } catch {
    return false
  }
}
