/** Reads a text from this origin's local storage; undefined if there is none, or the browser blocks storage. */
export function readLocal (key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text in local storage. Ignores a full or blocked storage: the page continues with its current state. */
export function keepLocal (key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {}
}
