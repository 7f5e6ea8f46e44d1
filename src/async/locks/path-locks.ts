import type { Release } from './read-write-lock.ts'

/** A node in a tree of names. */
export interface LockedPath {
  /** names with a slash before each; empty for the root */
  path: string
  /** whether everything below it is included */
  below: boolean
}

/**
 * Locks on nodes of a tree. Each has one holder, and a lock that includes everything below a node excludes all locks
 * there.
 */
export class PathLocks {
  readonly #held = new Set<readonly LockedPath[]>()
  #waiting: Array<() => void> = []

  /**
   * Waits until all of the paths are free, and takes them.
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
      if (held.some((one) => paths.some((other) => coversPath(one, other) || coversPath(other, one)))) {
        return true
      }
    }

    return false
  }
}

function coversPath (one: LockedPath, other: LockedPath): boolean {
  return one.path === other.path || (one.below && other.path.startsWith(`${one.path}/`))
}
