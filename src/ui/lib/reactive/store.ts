import { useEffect, useRef, useState } from 'preact/hooks'

/** An observable value. */
export class Store<T> {
  #listeners = new Set<() => void>()

  constructor (public value: T) {}

  set (value: T): void {
    this.value = value
    for (const listener of this.#listeners) {
      listener()
    }
  }

  patch (part: Partial<T>): void {
    this.set({ ...this.value, ...part })
  }

  subscribe (listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}

/** Renders the component again when the store changes. */
export function useStore<T> (store: Store<T>): T {
  return useStorePart(store, whole)
}

/**
 * Renders the component again when a part of the store's value changes: in a list of thousands, only the affected rows.
 *
 * @param part - selects the part, which must be identical if it has not changed
 */
export function useStorePart<T, P> (store: Store<T>, part: (value: T) => P): P {
  const now = part(store.value)
  const drawn = useRef({ part, now })
  const [, draw] = useState(0)
  drawn.current = { part, now }

  useEffect(() => {
    const look = (): void => {
      const { part, now } = drawn.current
      if (!Object.is(part(store.value), now)) {
        draw((times) => times + 1)
      }
    }
    look() // It may have changed since rendering.
    return store.subscribe(look)
  }, [store])

  return now
}

function whole<T> (value: T): T {
  return value
}
