import type { CID } from 'multiformats/cid'

/**
 * Returns CIDs in use when a garbage collection begins. The collection holds the write side of the lock, so no writer
 * runs in between. If a provider fails, nothing is removed.
 */
export type GcRootsProvider = () => Iterable<CID> | AsyncIterable<CID> | Promise<Iterable<CID>>

/**
 * The blocks of a root that are kept:
 *
 * - `whole`: its whole DAG; if a block is missing, nothing is collected (recursive pins)
 * - `present`: the existing blocks of its DAG (Kubo's best-effort roots)
 * - `alone`: only the root block (direct pins)
 */
export type GcKeep = 'whole' | 'present' | 'alone'

/**
 * The roots of garbage collection. Pins, MFS and running work register providers here, so that the collection need not
 * know them.
 *
 * @example
 *   repo.gcRoots.add('present', async () => [await files.rootCid()])
 */
export class GcRoots {
  readonly #providers = new Set<{ keep: GcKeep; give: GcRootsProvider }>()

  /**
   * Adds a provider.
   *
   * @returns a function that removes it
   */
  add (keep: GcKeep, give: GcRootsProvider): () => void {
    // A new object, so that the same function can be added twice.
    const entry = { keep, give }
    this.#providers.add(entry)
    return () => {
      this.#providers.delete(entry)
    }
  }

  /** Yields the roots of one kind, provider by provider. */
  async *all (keep: GcKeep): AsyncGenerator<CID> {
    for (const provider of this.#providers) {
      if (provider.keep === keep) {
        yield* await provider.give()
      }
    }
  }
}
