import type { CID } from 'multiformats/cid'
import { ifFound } from '../../src/async/promises/if-found.ts'
import type { BlockSource } from '../../src/blocks/local/block-source.ts'
import type { ContentPolicy } from '../../src/denylist/content-policy.ts'
import type { Block, Blockstore, StoreOptions } from '../../src/store/blockstore/blockstore.ts'

/**
 * Bytes of fetched blocks that one object keeps. Further blocks are passed on only. The engine's limit is 10 GB.
 */
const MAX_KEPT_BYTES = 1024 * 1024 * 1024

/** The blocks of a fetched content: those that were fetched, and published ones of the node. */
export class FetchedBlocks implements BlockSource {
  readonly capabilities: Blockstore['capabilities']
  readonly #fetched: Blockstore
  readonly #published: BlockSource

  constructor (fetched: Blockstore, published: BlockSource, policy: ContentPolicy) {
    this.capabilities = { policy }
    this.#fetched = fetched
    this.#published = published
  }

  readonly bytes: Blockstore['bytes'] = async (cid, options) =>
    await ifFound(async () => await this.#fetched.bytes(cid, options)) ?? await this.#published.bytes(cid, options)

  readonly bytesMany: Blockstore['bytesMany'] = async function* (
    this: FetchedBlocks,
    cids: Iterable<CID> | AsyncIterable<CID>,
    options?: StoreOptions
  ): AsyncGenerator<Block> {
    for await (const cid of cids) {
      yield { cid, bytes: await this.bytes(cid, options) }
    }
  }.bind(this)

  readonly size: Blockstore['size'] = async (cid, options) =>
    await this.#fetched.size(cid, options) ?? await this.#published.size(cid, options)

  readonly has: BlockSource['has'] = async (cid, options) => await this.size(cid, options) != null

  readonly put: BlockSource['put'] = async (cid, bytes, options) => {
    if ((await this.#fetched.stat()).bytes < MAX_KEPT_BYTES) {
      await this.#fetched.put(cid, bytes, options)
    }

    return cid
  }
}
