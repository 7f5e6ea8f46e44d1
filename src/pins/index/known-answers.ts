import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../bytes/recent-map.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { exactKey } from './descendant-query.ts'

/** Answers that are cached because a walk was needed to find them. */
const MAX_ANSWERS = 1000

/** An LRU cache of answers to descendant queries: a root, or that no pin keeps the block. */
export class KnownAnswers {
  readonly #roots = new RecentMap<string, CID | undefined>({ max: MAX_ANSWERS })

  /** @param root - undefined if no pin keeps the block */
  set (key: string, root: CID | undefined): void {
    this.#roots.set(key, root)
  }

  /** Returns the root that a query was answered with; it may be unpinned meanwhile. */
  rootOf (key: string): CID | undefined {
    return this.#roots.peek(key)
  }

  /** Returns whether a query was answered with "below no pin". */
  isRefuted (key: string): boolean {
    return this.#roots.has(key) && this.#roots.peek(key) == null
  }

  /** Drops the answers "below no pin" for a block that was met below a pin now. */
  met (cid: CID): void {
    if (this.#roots.size === 0) {
      return
    }

    for (const key of [multihashKey(cid.multihash.bytes), exactKey(cid)]) {
      if (this.isRefuted(key)) {
        this.#roots.delete(key)
      }
    }
  }
}
