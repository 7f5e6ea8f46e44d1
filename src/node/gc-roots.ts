import type { CID } from 'multiformats/cid'

/**
 * Gives CIDs that are in use without a pin, when a garbage collection begins. It holds the write side of the lock then, so
 * nothing that adders do can come in between. When a provider fails, the collection ends before it removes anything.
 */
export type GcRootsProvider = () => Iterable<CID> | AsyncIterable<CID> | Promise<Iterable<CID>>

/**
 * What the garbage collector keeps besides pins: the DAGs of these roots as far as they are here (Kubo's best-effort roots).
 *
 * @example
 *   node.gcRoots.add(async () => [await files.rootCid()])
 */
export class GcRoots {
  readonly #providers = new Set<GcRootsProvider>()

  /** @returns takes the provider away again */
  add (provider: GcRootsProvider): () => void {
    // an object of its own, so that one function may be given twice
    const entry: GcRootsProvider = () => provider()
    this.#providers.add(entry)
    return () => { this.#providers.delete(entry) }
  }

  async * all (): AsyncGenerator<CID> {
    for (const provider of this.#providers) {
      yield * await provider()
    }
  }
}
