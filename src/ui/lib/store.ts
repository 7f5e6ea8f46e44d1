import { useEffect, useRef, useState } from 'preact/hooks'

/** A value that components watch. */
export class Store<T> {
  #listeners = new Set<() => void>()

  constructor (public value: T) {}

  set (value: T): void {
    this.value = value
    for (const listener of this.#listeners) listener()
  }

  patch (part: Partial<T>): void {
    this.set({ ...this.value, ...part })
  }

  subscribe (listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => { this.#listeners.delete(listener) }
  }
}

/** Draws the component again when the store changes. */
export function useStore<T> (store: Store<T>): T {
  return useStorePart(store, whole)
}

/**
 * Draws the component again when a part of what the store holds changes: of a list of thousands the rows alone that it is about.
 *
 * @param part - gives the part, which is the same one as before where it has not changed
 */
export function useStorePart<T, P> (store: Store<T>, part: (value: T) => P): P {
  const now = part(store.value)
  const drawn = useRef({ part, now })
  const [, draw] = useState(0)
  drawn.current = { part, now }

  useEffect(() => {
    const look = (): void => {
      const { part, now } = drawn.current
      if (!Object.is(part(store.value), now)) draw((times) => times + 1)
    }
    look() // it may have changed between drawing and now
    return store.subscribe(look)
  }, [store])

  return now
}

function whole<T> (value: T): T {
  return value
}
