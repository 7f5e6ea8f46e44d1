import type { Database } from '../../database/database.ts'
import { recordKey, requestResult, requestResults, resultOrUndefined } from '../../database/database.ts'
import { BLOCKS, CONTENTS, PAGES, SEGMENTS, USAGE } from '../schema/schema.ts'
import type { BlockRecord, SegmentHandle, SegmentUsage } from '../schema/schema.ts'
import { unpackEntries } from '../schema/segment-lists.ts'
import type { SegmentEntry } from '../schema/segment-lists.ts'
import { blockOf, extentOf } from './extent.ts'
import { readPages } from './pages.ts'
import { readBlob } from './read-blob.ts'
import type { HotEntry, SegmentCache } from './segment-cache.ts'

/** Reads the bytes of segments, with read-ahead for sequential readers. */
export class SegmentReader {
  readonly #database: Database
  readonly #cache: SegmentCache
  readonly #loading = new Map<number, Promise<void>>()
  #epoch = 0

  constructor (database: Database, cache: SegmentCache) {
    this.#database = database
    this.#cache = cache
  }

  /** Invalidates running read-aheads after blocks were deleted: they may show deleted blocks as alive. */
  invalidate (): void {
    this.#epoch++
  }

  /**
   * Reads bytes of a segment.
   *
   * @throws if it is gone or cannot be read
   */
  async range (segment: number, start: number, end: number): Promise<Uint8Array> {
    return await this.#read(segment, await this.#handle(segment), start, end)
  }

  /**
   * Reads a block by its extent (`extentOf`).
   *
   * @throws the errors of `range`
   */
  async block (segment: number, offset: number, length: number): Promise<Uint8Array> {
    const extent = extentOf(offset, length)
    return blockOf(await this.range(segment, extent.start, extent.end), extent)
  }

  /**
   * Returns whether a segment is a Blob rather than pages.
   *
   * @throws if it is gone
   */
  async isBlob (segment: number): Promise<boolean> {
    return typeof await this.#handle(segment) !== 'number'
  }

  /**
   * Returns a part of a Blob segment, as a Blob.
   *
   * @throws if it is gone or too short
   */
  async slice (segment: number, start: number, end: number): Promise<Blob> {
    const handle = await this.#handle(segment)

    if (typeof handle === 'number' || handle.size < end) {
      throw new Error(`segment ${segment} has no Blob of ${end} bytes`)
    }

    return start === 0 && end === handle.size ? handle : handle.slice(start, end)
  }

  /** Returns the live blocks of a segment, according to the index. */
  async liveEntries (segment: number): Promise<SegmentEntry[]> {
    const tx = this.#database.read([CONTENTS, USAGE, BLOCKS])
    const [packed, usage] = await Promise.all([
      requestResult<Uint8Array | undefined>(tx.objectStore(CONTENTS).get(segment)),
      requestResult<SegmentUsage | undefined>(tx.objectStore(USAGE).get(segment))
    ])

    if (packed == null) {
      return []
    }

    const entries = unpackEntries(packed)

    if (usage != null && usage[0] === usage[1]) {
      return entries
    }

    const index = tx.objectStore(BLOCKS)
    const records = await requestResults<BlockRecord | undefined>(
      entries.map(({ multihash }) => index.get(recordKey(multihash)))
    )
    return entries.filter((_, i) => records[i]?.[0] === segment)
  }

  /**
   * Reads the rest of a segment into the cache. Concurrent calls for one segment share one read. Never rejects: a
   * caller that does not find its block in the cache reads it alone and gets the error.
   */
  ahead (segment: number, start: number): Promise<void> {
    let loading = this.#loading.get(segment)

    if (loading == null) {
      loading = this.#load(segment, start).catch(() => {}).finally(() => {
        this.#loading.delete(segment)
      })
      this.#loading.set(segment, loading)
    }

    return loading
  }

  loading (segment: number): Promise<void> | undefined {
    return this.#loading.get(segment)
  }

  async #load (segment: number, start: number): Promise<void> {
    const epoch = this.#epoch
    const [entries, handle] = await Promise.all([this.liveEntries(segment), this.#handle(segment)])
    const wanted = entries.map(({ multihash, offset, length }): HotEntry => ({
      multihash,
      extent: extentOf(offset, length)
    })).filter(({ extent }) => extent.start >= start)

    if (wanted.length === 0) {
      return
    }

    const bytes = await this.#read(
      segment,
      handle,
      start,
      wanted.reduce((end, { extent }) => Math.max(end, extent.end), 0)
    )

    if (epoch === this.#epoch) {
      this.#cache.setHot(segment, start, bytes, wanted)
    }
  }

  async #read (segment: number, handle: SegmentHandle, start: number, end: number): Promise<Uint8Array> {
    return typeof handle === 'number'
      ? await readPages(this.#database.read([PAGES]), segment, start, end)
      : await readBlob(handle, start, end)
  }

  async #handle (segment: number): Promise<SegmentHandle> {
    const cached = this.#cache.handle(segment)

    if (cached != null) {
      return cached
    }

    const handle = await resultOrUndefined<SegmentHandle | undefined>(
      this.#database.read([SEGMENTS]).objectStore(SEGMENTS).get(segment)
    )

    if (handle == null) {
      throw new Error(`segment ${segment} is missing`)
    }

    this.#cache.setHandle(segment, handle)
    return handle
  }
}
