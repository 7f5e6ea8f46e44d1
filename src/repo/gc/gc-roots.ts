import type { CID } from 'multiformats/cid'

/**
 * Gives CIDs that are in use, when a garbage collection begins. It holds the write side of the lock then, so
 * nothing that adders do can come in between. When a provider fails, the collection ends before it removes anything.
 */
export type GcRootsProvider = () => Iterable<CID> | AsyncIterable<CID> | Promise<Iterable<CID>>

/**
 * What of a root is kept:
 * - `whole`: its whole DAG; when a block of it is missing, nothing is collected (recursive pins)
 * - `present`: as much of its DAG as is here (Kubo's best-effort roots)
 * - `alone`: the block itself (direct pins)
 */
export type GcKeep = 'whole' | 'present' | 'alone'

/**
 * What the garbage collector keeps. It knows nothing of who uses blocks; pins, MFS and work under way give their roots here.
 *
 * @example
 *   repo.gcRoots.add('present', async () => [await files.rootCid()])
 */
export class GcRoots {
  readonly #providers = new Set<{ keep: GcKeep, give: GcRootsProvider }>()

  /** @returns takes the provider away again */
  add (keep: GcKeep, give: GcRootsProvider): () => void {
    // an object of its own, so that one function may be given twice
    const entry = { keep, give }
    this.#providers.add(entry)
    return () => { this.#providers.delete(entry) }
  }

  /** The roots of one kind, provider after provider. */
  async * all (keep: GcKeep): AsyncGenerator<CID> {
    for (const provider of this.#providers) {
      if (provider.keep === keep) {
        yield * await provider.give()
      }
    }
  }
}
