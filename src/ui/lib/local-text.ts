/** A text that this browser keeps for this origin; undefined where there is none, or where the browser keeps nothing. */
export function readLocal (key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Where the browser is full, or refuses, nothing is kept: the page goes on with what it has. */
export function keepLocal (key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {}
}
