const RECENT_MS = 30_000

/** Counts recent attempts of this tab to load an address. */
export interface Attempts {
  count: () => number
  add: () => void
  clear: () => void
}

interface Attempt {
  at: number
  visit: string
}

/**
 * Counts attempts across reloads of a tab, to end a loop of pages that reload themselves. Attempts older than 30 s do
 * not count. Without storage nothing is counted: each page then tries once.
 *
 * @param path - path that is tried
 * @param visit - identifies the visit; attempts of other visits do not count, so that a user may open an address any
 *   number of times
 */
export function attempts (path: string, visit = ''): Attempts {
  const key = `swipfs-bootstrap ${path}`

  const read = (): Attempt[] => {
    const list: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(list)
      ? list.filter((attempt: Partial<Attempt> | null) =>
        attempt?.visit === visit && Date.now() - Number(attempt.at) < RECENT_MS
      )
      : []
  }

  return {
    count: () => withoutStorageError(() => read().length, 0),
    add: () => {
      withoutStorageError(() => {
        sessionStorage.setItem(key, JSON.stringify([...read(), { at: Date.now(), visit }]))
      }, undefined)
    },
    clear: () => {
      withoutStorageError(() => {
        sessionStorage.removeItem(key)
      }, undefined)
    }
  }
}

function withoutStorageError<T> (work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise // storage is disabled
  }
}
