import { RecentMap } from '../../../bytes/recent-map.ts'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import { SmallBlockCache } from '../../cache/small-block-cache.ts'
import type { SegmentHandle } from '../schema/schema.ts'
import { ExtentCache } from './extent-cache.ts'
import { blockOf } from './extent.ts'
import type { Extent } from './extent.ts'

/** Cached handles. A handle is small and saves a database request. */
const MAX_HANDLES = 64

/** Bytes of segments that are cached for sequential readers. */
const MAX_HOT_BYTES = 32 * 1024 * 1024

/** Number of readers with a remembered position. */
const MAX_CURSORS = 32

/** Gap that sequential reads may have: between two blocks of a file there may be an inner node. */
const CURSOR_GAP_BYTES = 64 * 1024

/** A block of a segment that is read ahead. */
export interface HotEntry {
  multihash: Uint8Array
  extent: Extent
}

interface HotRange {
  segment: number
  start: number
  bytes: Uint8Array
  keys: string[]
  prefetched: boolean
}

/** Share of a segment after which the next one is prefetched. */
const PREFETCH_AT = 0.5

/** A block in memory. */
export interface HotBlock {
  bytes: Uint8Array
  segment: number
  /** set once per segment, when the reader approaches its end and the next segment should be prefetched */
  prefetch: boolean
}

/** Caches parts of segments, within fixed bounds. Contains nothing that the disk does not have. */
export class SegmentCache {
  readonly #handles = new RecentMap<number, SegmentHandle>({ max: MAX_HANDLES })
  readonly #ranges = new Map<number, HotRange>()
  readonly #blocks = new Map<string, { range: HotRange; extent: Extent }>()
  readonly #cursors = new RecentMap<number, number>({ max: MAX_CURSORS })
  #hotBytes = 0

  /** extents of blocks in segments */
  readonly extents = new ExtentCache()

  /** small blocks that were just written, read, or read ahead */
  readonly recent = new SmallBlockCache()

  handle (segment: number): SegmentHandle | undefined {
    return this.#handles.get(segment)
  }

  setHandle (segment: number, handle: SegmentHandle): void {
    this.#handles.set(segment, handle)
  }

  hot (key: string): HotBlock | undefined {
    const block = this.#blocks.get(key)

    if (block == null) {
      return
    }

    const { range, extent } = block

    // A consumer has transferred the buffer of a block that was handed out.
    if (range.bytes.byteLength === 0) {
      this.#dropRange(range)
      return
    }

    this.#ranges.delete(range.segment)
    this.#ranges.set(range.segment, range)
    const [start, end] = [extent.start - range.start, extent.end - range.start]
    const prefetch = !range.prefetched && end >= range.bytes.byteLength * PREFETCH_AT
    range.prefetched ||= prefetch
    return { bytes: blockOf(range.bytes.subarray(start, end), extent), segment: range.segment, prefetch }
  }

  isHot (segment: number): boolean {
    return this.#ranges.has(segment)
  }

  /** Caches the bytes of a segment from `start` on, with the live blocks in them. */
  setHot (segment: number, start: number, bytes: Uint8Array, entries: readonly HotEntry[]): void {
    this.#drop(segment)
    const range: HotRange = { segment, start, bytes, keys: [], prefetched: false }

    for (const { multihash, extent } of entries) {
      if (extent.start >= start && extent.end <= start + bytes.byteLength) {
        const key = multihashKey(multihash)
        range.keys.push(key)
        this.#blocks.set(key, { range, extent })
      }
    }

    this.#ranges.set(segment, range)
    this.#hotBytes += bytes.byteLength

    for (const oldest of this.#ranges.values()) {
      if (this.#hotBytes <= MAX_HOT_BYTES || oldest === range) {
        break
      }

      this.#dropRange(oldest)
    }
  }

  /**
   * Records a read.
   *
   * @returns whether it continues where an earlier one ended
   */
  advance (segment: number, start: number, end: number): boolean {
    const expected = this.#cursors.peek(segment)
    const sequential = expected == null
      ? start === 0 && this.#cursors.has(segment - 1)
      : start >= expected && start - expected <= CURSOR_GAP_BYTES
    this.#cursors.set(segment, end)
    return sequential
  }

  /** Forgets deleted blocks. */
  forget (keys: readonly string[]): void {
    this.recent.forget(keys)
    this.extents.forget(keys)

    for (const key of keys) {
      this.#blocks.delete(key)
    }
  }

  /** Forgets the handles: a Blob that is referenced keeps its file on disk, deleted or not. */
  forgetHandles (): void {
    this.#handles.clear()
  }

  /** Forgets everything about a segment that was removed or cannot be read. */
  forgetSegment (segment: number): void {
    this.#handles.delete(segment)
    this.#cursors.delete(segment)
    this.#drop(segment)
  }

  #drop (segment: number): void {
    const range = this.#ranges.get(segment)

    if (range != null) {
      this.#dropRange(range)
    }
  }

  #dropRange (range: HotRange): void {
    this.#ranges.delete(range.segment)
    // Summed from the ranges, because the buffer may have been detached.
    this.#hotBytes = [...this.#ranges.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0)

    for (const key of range.keys) {
      if (this.#blocks.get(key)?.range === range) {
        this.#blocks.delete(key)
      }
    }
  }
}
