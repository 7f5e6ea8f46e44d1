import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import type { StoreOptions } from '../../blockstore/block.ts'
import type { BlockPart, ExtentReader } from '../../blockstore/capabilities.ts'
import type { SegmentCache } from '../segments/segment-cache.ts'
import type { SegmentReader } from '../segments/segment-reader.ts'
import { contiguousRange } from './contiguous-range.ts'
import type { PackedReader } from './packed-reader.ts'
import { segmentBlob } from './segment-blob.ts'

/** Reads parts of blocks by their extents: the remembered ones first, and if these are outdated, looked-up ones. */
export class PackedExtents implements ExtentReader {
  readonly #reader: PackedReader
  readonly #segments: SegmentReader
  readonly #cache: SegmentCache

  constructor (reader: PackedReader, segments: SegmentReader, cache: SegmentCache) {
    this.#reader = reader
    this.#segments = segments
    this.#cache = cache
  }

  async blob (parts: readonly BlockPart[], options: StoreOptions = {}): Promise<Blob | undefined> {
    return await this.#readTwice(
      parts,
      options,
      async () => await segmentBlob(parts, { reader: this.#reader, segments: this.#segments }, options)
    )
  }

  async range (parts: readonly BlockPart[], options: StoreOptions = {}): Promise<Uint8Array | undefined> {
    return await this.#readTwice(
      parts,
      options,
      async () => await contiguousRange(parts, { reader: this.#reader, segments: this.#segments, cache: this.#cache })
    )
  }

  /** Reads by remembered extents, and once more by looked-up ones if the remembered extents are outdated. */
  async #readTwice<T> (
    parts: readonly BlockPart[],
    { signal }: StoreOptions,
    read: () => Promise<T | undefined>
  ): Promise<T | undefined> {
    signal?.throwIfAborted()

    try {
      return await read()
    } catch {
      signal?.throwIfAborted()
      this.#cache.extents.forget(parts.map(({ cid }) => multihashKey(cid.multihash.bytes)))
      // If a segment is damaged, the caller falls back to reading blocks, which names the damaged one.
      return await read().catch(() => undefined)
    }
  }
}
