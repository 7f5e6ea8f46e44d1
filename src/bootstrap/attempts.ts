const RECENT_MS = 30_000

/**
 * Counts how often this tab has just tried one address, over its reloads.
 * Where nothing can be remembered, it counts nothing: one try is the rule then.
 */
export function attempts (path: string): { count: () => number, add: () => void, clear: () => void } {
  const key = `swipfs-bootstrap ${path}`
  const read = (): number[] => {
    const times: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(times) ? times.filter((at) => Date.now() - Number(at) < RECENT_MS) : []
  }
  return {
    count: () => quietly(() => read().length, 0),
    add: () => { quietly(() => { sessionStorage.setItem(key, JSON.stringify([...read(), Date.now()])) }, undefined) },
    clear: () => { quietly(() => { sessionStorage.removeItem(key) }, undefined) }
  }
}

function quietly<T> (work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise // storage switched off
  }
}
