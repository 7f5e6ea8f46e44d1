import type { Release } from './read-write-lock.ts'

/** A place in a tree of names. */
export interface LockedPath {
  /** names with slashes before them; empty for the root */
  path: string
  /** with all that is below it */
  below: boolean
}

/**
 * Locks on places in a tree: one holder for each, and those that hold a place with all below it exclude whoever is
 * there.
 */
export class PathLocks {
  readonly #held = new Set<readonly LockedPath[]>()
  #waiting: Array<() => void> = []

  /**
   * Waits until nobody holds any of the places, and takes all of them.
   *
   * @throws the signal's reason
   */
  async acquire (paths: readonly LockedPath[], signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted()

    while (this.#isTaken(paths)) {
      await this.#released(signal)
    }

    const held = [...paths]
    this.#held.add(held)

    return () => {
      if (this.#held.delete(held)) {
        this.#waiting.splice(0).forEach((wake) => {
          wake()
        })
      }
    }
  }

  async #released (signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const aborted = (): void => {
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', aborted, { once: true })
      this.#waiting.push(() => {
        signal.removeEventListener('abort', aborted)
        resolve()
      })
    })
  }

  #isTaken (paths: readonly LockedPath[]): boolean {
    for (const held of this.#held) {
      if (held.some((one) => paths.some((other) => covers(one, other) || covers(other, one)))) {
        return true
      }
    }

    return false
  }
}

function covers (one: LockedPath, other: LockedPath): boolean {
  return one.path === other.path || (one.below && other.path.startsWith(`${one.path}/`))
}
