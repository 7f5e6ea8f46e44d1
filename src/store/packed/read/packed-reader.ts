import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import type { BlockRecord } from '../schema/schema.ts'
import { blockOf, extentOf } from '../segments/extent.ts'
import type { SegmentCache } from '../segments/segment-cache.ts'
import type { SegmentReader } from '../segments/segment-reader.ts'
import type { BlockRequest, ManyReader } from './block-request.ts'
import { DamagedBlockError } from './damaged-block-error.ts'
import type { IndexLookup } from './index-lookup.ts'
import { joinRanges } from './join-ranges.ts'
import type { SegmentRange } from './join-ranges.ts'

/** Number of blocks that a small range of a file touches. */
const FEW = 2

/** Returns the bytes of a block that is not on disk yet. */
export type PendingBytes = (key: string) => Uint8Array | undefined

/** Reads blocks from memory, from their record, or from their segment. */
export class PackedReader implements ManyReader {
  readonly #lookup: IndexLookup
  readonly #segments: SegmentReader
  readonly #cache: SegmentCache
  readonly #pending: PendingBytes

  constructor (lookup: IndexLookup, segments: SegmentReader, cache: SegmentCache, pending: PendingBytes) {
    this.#lookup = lookup
    this.#segments = segments
    this.#cache = cache
    this.#pending = pending
  }

  /** Returns bytes that are in memory already. */
  inMemory (key: string): Uint8Array | undefined {
    const pending = this.#pending(key)

    if (pending != null) {
      return pending
    }

    const hot = this.#cache.hot(key)

    if (hot?.prefetch === true && !this.#cache.isHot(hot.segment + 1)) {
      void this.#segments.ahead(hot.segment + 1, 0)
    }

    return hot?.bytes
  }

  /** Returns the bytes of a small block that was read recently. */
  recently (key: string): Uint8Array | undefined {
    return this.#cache.recent.get(key)
  }

  /** Returns the size of a block that is known to be here without an index lookup; undefined if that is unknown. */
  knownSize (key: string): number | undefined {
    return (this.inMemory(key) ?? this.recently(key))?.byteLength ?? this.#cache.extents.get(key)?.[2]
  }

  /**
   * Returns the records of blocks that will be read together. Extents may be outdated (`ExtentCache`).
   *
   * @param ahead - returns the keys of blocks that are looked up in the same transaction, for later reads
   */
  async records (keys: string[], ahead: () => string[] = () => []): Promise<Map<string, BlockRecord>> {
    const { extents: places } = this.#cache
    const { generation } = places
    const records = new Map<string, BlockRecord>()
    const missing: string[] = []

    for (const key of keys) {
      const record = places.get(key)

      if (record == null) {
        missing.push(key)
      } else {
        records.set(key, record)
      }
    }

    if (missing.length === 0) {
      return records
    }

    // The result also contains what concurrent calls ask for.
    const next = ahead()
    const found = await this.#lookup.records([...missing, ...next])

    for (const key of next) {
      const record = found.get(key)

      if (typeof record?.[0] === 'number') {
        places.keep(key, record, generation)
      }
    }

    for (const key of missing) {
      const record = found.get(key)

      if (record == null) {
        continue
      }

      records.set(key, record)
      const [place] = record

      if (typeof place === 'number') {
        places.keep(key, record, generation)

        // A caller that asks for many blocks reads them in order, and each only once.
        if (keys.length <= FEW && places.isDue(place)) {
          void this.#learn(place)
        }
      }
    }

    return records
  }

  /** Loads the extents of the other blocks of a segment. If it fails, each is looked up when it is needed. */
  async #learn (segment: number): Promise<void> {
    const { extents: places } = this.#cache
    const { generation } = places
    places.keepAll(segment, await this.#segments.liveEntries(segment).catch(() => []), generation)
  }

  /**
   * Reads a whole block.
   *
   * @param ahead - see `ReadOneOptions`
   * @returns undefined if it is not here
   * @throws DamagedBlockError
   */
  async bytes (cid: CID, ahead?: () => readonly CID[]): Promise<Uint8Array | undefined> {
    const key = multihashKey(cid.multihash.bytes)
    const { recent } = this.#cache
    const bytes = this.inMemory(key) ?? this.recently(key)

    if (bytes != null) {
      return bytes
    }

    const { generation } = recent
    const record = (await this.records([key], () => this.#unknown(ahead?.() ?? []))).get(key)

    if (record == null) {
      // Its group was written between the two lookups, or the block is not here.
      return this.inMemory(key)
    }

    const read = await this.#read({ key, cid, record })

    if (read != null) {
      recent.keep(key, read, generation, cid.code === CODEC.raw)
    }

    return read
  }

  /** Returns the keys of blocks that are neither in memory nor have a known extent. */
  #unknown (cids: readonly CID[]): string[] {
    const { recent, extents } = this.#cache
    return cids.map(({ multihash }) => multihashKey(multihash.bytes)).filter((key) =>
      !recent.has(key) && extents.get(key) == null && this.#pending(key) == null
    )
  }

  /** Reads many blocks, in the order asked for. A missing one is `undefined`, a damaged one an Error. */
  async many (wanted: BlockRequest[]): Promise<Array<Uint8Array | Error | undefined>> {
    const found = new Map<string, Uint8Array>()
    await Promise.all(
      joinRanges(wanted).map(async (range) => {
        await this.#readRange(range, found)
      })
    )

    const blocks = wanted.map(({ key, record: [place] }) =>
      typeof place === 'number' ? found.get(key) : place
    ) as Array<Uint8Array | Error | undefined>
    const left = [...blocks.keys()].filter((i) => blocks[i] == null)

    await Promise.all(left.map(async (i) => {
      blocks[i] = await this.#read(wanted[i]).catch((err: Error) => err)
    }))

    return blocks
  }

  /** Reads adjacent blocks of a segment with one request. Leaves out those that fail. */
  async #readRange ({ segment, start, end, blocks }: SegmentRange, found: Map<string, Uint8Array>): Promise<void> {
    if (blocks.length < 2) {
      return
    }

    try {
      const bytes = await this.#segments.range(segment, start, end)

      for (const { key, record: [, offset, length] } of blocks) {
        const extent = extentOf(offset, length)
        found.set(key, blockOf(bytes.subarray(extent.start - start, extent.end - start), extent))
      }
    } catch {
      // Each block is now read alone, so that one damaged place affects only its own blocks.
    }
  }

  /** Reads a block by its record. A sequential reader makes the segment load ahead. */
  async #read (wanted: BlockRequest): Promise<Uint8Array | undefined> {
    const { key, record: [place, offset, length] } = wanted

    if (typeof place !== 'number') {
      return place
    }

    await this.#segments.loading(place)
    let bytes = this.inMemory(key)

    const { start, end } = extentOf(offset, length)

    if (bytes == null && this.#cache.advance(place, start, end)) {
      await this.#segments.ahead(place, start)
      bytes = this.inMemory(key)
    }

    try {
      return bytes ?? await this.#segments.block(place, offset, length)
    } catch {
      return await this.#readAgain(wanted)
    }
  }

  /** Reads a block again after a failure: compaction may have moved it, or the Blob handle may be stale. */
  async #readAgain ({ key, cid, record: [before] }: BlockRequest): Promise<Uint8Array | undefined> {
    this.#cache.forgetSegment(before as number)
    this.#cache.extents.forget([key])
    const record = (await this.#lookup.records([key])).get(key)

    if (record == null) {
      return
    }

    const [place, offset, length] = record

    if (typeof place !== 'number') {
      return place
    }

    try {
      return await this.#segments.block(place, offset, length)
    } catch (err) {
      this.#cache.forgetSegment(place)
      throw new DamagedBlockError(`block ${cid} cannot be read from its segment: ${(err as Error).message}`, {
        cause: err
      })
    }
  }
}
