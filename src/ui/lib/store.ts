import { useEffect, useState } from 'preact/hooks'

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
  const [value, setValue] = useState(store.value)

  useEffect(() => {
    const take = (): void => { setValue(() => store.value) }
    take() // it may have changed between drawing and now
    return store.subscribe(take)
  }, [store])

  return value
}
