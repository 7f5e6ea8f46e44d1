import { RecentMap } from '../../../bytes/recent-map.ts'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import type { BlockRecord } from '../schema/schema.ts'
import type { SegmentEntry } from '../schema/segment-lists.ts'

/** Number of cached extents: the blocks of some GiB of files. An entry takes about 200 bytes. */
const MAX_PLACES = 8192

/** Number of segments with a remembered last use. */
const MAX_SEGMENTS = 256

/**
 * An LRU cache of extents. Random reads of a file ask for one leaf after another, and an index lookup for each would
 * take a third of the time. It never contains deleted blocks: a lookup notes the `generation` before it starts, and its
 * result is cached only if nothing was forgotten since. An extent may be outdated if its segment was compacted; reading
 * it then fails.
 */
export class ExtentCache {
  readonly #places = new RecentMap<string, BlockRecord>({ max: MAX_PLACES })
  /** segment number → whether all its extents were requested */
  readonly #segments = new RecentMap<number, boolean>({ max: MAX_SEGMENTS })
  #generation = 0

  get generation (): number {
    return this.#generation
  }

  get (key: string): BlockRecord | undefined {
    return this.#places.get(key)
  }

  /** @param generation - as it was before the lookup */
  keep (key: string, record: BlockRecord, generation: number): void {
    if (generation === this.#generation) {
      this.#places.set(key, record)
    }
  }

  /** Same as `keep`, for all blocks of a segment. */
  keepAll (segment: number, entries: readonly SegmentEntry[], generation: number): void {
    for (const { multihash, offset, length } of entries) {
      this.keep(multihashKey(multihash), [segment, offset, length], generation)
    }
  }

  /**
   * Records that a block of a segment was asked for.
   *
   * @returns whether the extents of its other blocks should be loaded: once, at the second block
   */
  isDue (segment: number): boolean {
    const before = this.#segments.get(segment)
    this.#segments.set(segment, before != null)
    return before === false
  }

  forget (keys: Iterable<string>): void {
    this.#generation++

    for (const key of keys) {
      this.#places.delete(key)
    }
  }
}
