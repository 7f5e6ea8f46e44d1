import type { CID } from 'multiformats/cid'
import type { BlockSource } from '../../src/blocks/local/block-source.ts'
import { verifyBlock } from '../../src/blocks/local/verify-block.ts'
import { multihashKey } from '../../src/cid/hash/multihash-key.ts'
import type { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { notInStore } from '../../src/store/blockstore/base-blockstore.ts'
import type { Block, Blockstore, StoreOptions } from '../../src/store/blockstore/blockstore.ts'
import type { BatchOptions, BatchReader } from '../../src/store/blockstore/capabilities.ts'
import type { BlockRequest, ManyReader } from '../../src/store/packed/read/block-request.ts'
import { joinRanges } from '../../src/store/packed/read/join-ranges.ts'
import { readBatches, readMany } from '../../src/store/packed/read/read-many.ts'
import type { BlockRecord } from '../../src/store/packed/schema/schema.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { containerId, isBundle } from '../../src/store/sql/published/containers.ts'
import type { Container } from '../../src/store/sql/published/containers.ts'
import type { ReadAheadBudget } from '../../src/store/sql/read-ahead-budget.ts'
import { segmentName } from '../../src/store/sql/segment-rows.ts'
import type { PublishedIndex, PublishedPlace } from './published-index.ts'

export interface PublishedBlocksInit {
  index: PublishedIndex
  bucket: ObjectBucket
  /** blocks that must not be read; none by default */
  policy?: ContentPolicy | undefined
  /** shared by all requests of a worker */
  shares: ReadAheadBudget
  /**
   * Finds a local block of the node that is not published.
   *
   * @returns undefined if there is none, or the node must answer the whole request
   */
  atNode: (cid: CID, options: StoreOptions) => Promise<Uint8Array | undefined>
}

/**
 * The published blocks, for one request: a blockstore that can only be read. Each block is verified, because index and
 * bucket may change while they are read. A block that cannot be read from the bucket is asked of the node.
 */
export class PublishedBlocks implements BlockSource, BatchReader {
  readonly capabilities: Blockstore['capabilities']
  /** the containers that were read from, with the numbers of their contents */
  readonly sources = new Map<Container, number>()
  /** the first block that was asked for, the root of a path */
  root: CID | undefined
  readonly #index: PublishedIndex
  readonly #bucket: ObjectBucket
  readonly #shares: ReadAheadBudget
  readonly #atNode: PublishedBlocksInit['atNode']
  /** places of the blocks that a batch is about to read */
  readonly #places = new Map<string, PublishedPlace>()
  readonly #reader: ManyReader

  constructor ({ index, bucket, policy, shares, atNode }: PublishedBlocksInit) {
    this.capabilities = { batches: this, ...policy == null ? {} : { policy } }
    this.#index = index
    this.#bucket = bucket
    this.#shares = shares
    this.#atNode = atNode
    this.#reader = {
      inMemory: () => undefined,
      recently: () => undefined,
      records: async (keys) => await this.#records(keys),
      many: async (wanted) => await this.#many(wanted)
    }
  }

  readonly bytes: Blockstore['bytes'] = async (cid, options = {}) => {
    const bytes = await this.#published(cid) ?? await this.#atNode(cid, options)
    options.signal?.throwIfAborted()

    if (bytes == null) {
      throw notInStore(cid)
    }

    return bytes
  }

  readonly size: Blockstore['size'] = async (cid, options = {}) => {
    const place = await this.#place(cid)
    return place?.size ?? (await this.#atNode(cid, options))?.byteLength
  }

  readonly has: BlockSource['has'] = async (cid, options) => await this.size(cid, options) != null

  readonly bytesMany: Blockstore['bytesMany'] = (cids, options = {}) =>
    this.#shares.sharing((pace) => readMany(cids, this.#reader, options, pace))

  readonly readBatches = (cids: Iterable<CID>, options: BatchOptions = {}): AsyncGenerator<Block[]> =>
    this.#shares.sharing((pace) => readBatches(cids, this.#reader, options, pace))

  /** Stores nothing: the node stores blocks that it fetches. */
  readonly put: BlockSource['put'] = async (cid) => cid

  async #place (cid: CID): Promise<PublishedPlace | undefined> {
    this.root ??= cid

    const key = multihashKey(cid.multihash.bytes)
    return (await this.#index.find([key])).get(key)
  }

  async #published (cid: CID): Promise<Uint8Array | undefined> {
    const place = await this.#place(cid)

    if (place == null) {
      return undefined
    }

    const bytes = await this.#read(place.contents.container, place.start, place.size, place)
    return bytes == null ? undefined : await this.#verified(cid, bytes, place)
  }

  /** Finds blocks that are about to be read. The record of a block of a bundle has the negated id of the bundle. */
  async #records (keys: string[]): Promise<Map<string, BlockRecord>> {
    const records = new Map<string, BlockRecord>()

    for (const [key, place] of await this.#index.find(keys)) {
      const { contents: { container }, start, size } = place
      this.#places.set(key, place)
      records.set(key, [isBundle(container) ? -containerId(container) : containerId(container), start, size])
    }

    return records
  }

  async #many (wanted: BlockRequest[]): Promise<Array<Uint8Array | Error | undefined>> {
    const found = new Map<string, Uint8Array>()

    await Promise.all(
      joinRanges(wanted).map(async ({ start, end, blocks }) => {
        const place = this.#places.get(blocks[0].key)!
        const range = await this.#read(place.contents.container, start, end - start, place)

        if (range == null) {
          return
        }

        await Promise.all(blocks.map(async ({ key, cid, record: [, offset, size] }) => {
          const bytes = range.subarray(offset - start, offset - start + size)
          const verified = await this.#verified(cid, bytes, place)

          if (verified != null) {
            found.set(key, verified)
          }
        }))
      })
    )

    wanted.forEach(({ key }) => {
      this.#places.delete(key)
    })
    return wanted.map(({ key }) => found.get(key))
  }

  /** Reads bytes of a container; undefined if its segment was deleted. */
  async #read (
    container: Container,
    offset: number,
    length: number,
    { contents }: PublishedPlace
  ): Promise<Uint8Array | undefined> {
    if (isBundle(container)) {
      return contents.data.subarray(offset, offset + length)
    }

    const object = await this.#bucket.get(segmentName(containerId(container)), { range: { offset, length } })
    return object == null ? undefined : new Uint8Array(await object.arrayBuffer())
  }

  async #verified (
    cid: CID,
    bytes: Uint8Array,
    { contents: { container, seq } }: PublishedPlace
  ): Promise<Uint8Array | undefined> {
    try {
      await verifyBlock({ cid, bytes })
    } catch {
      return undefined
    }

    this.sources.set(container, Math.min(seq, this.sources.get(container) ?? seq))
    return bytes
  }
}
