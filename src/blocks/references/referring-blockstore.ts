import type { CID } from 'multiformats/cid'
import { rawCid } from '../../cid/hash/multihash-key.ts'
import { isError, NOT_FOUND } from '../../errors/define-error.ts'
import { BaseBlockstore } from '../../store/blockstore/base-blockstore.ts'
import type {
  Block,
  Blockstore,
  BlockstoreStat,
  StoreOptions,
  WriteBounds,
  WriteSession
} from '../../store/blockstore/blockstore.ts'
import type { BlockstoreCapabilities } from '../../store/blockstore/capabilities.ts'
import type { References } from './references.ts'

/** The number of blocks that are read ahead, at most 2 MiB each. */
const WINDOW = 8

/**
 * A store that also reads referenced blocks (boxo `filestore/filestore.go`). Stored blocks take precedence. Puts are
 * stored, so that content added without `nocopy` does not depend on the file. The counters are those of the store.
 */
export class ReferringBlockstore extends BaseBlockstore {
  readonly #store: Blockstore
  readonly #references: References
  override readonly capabilities: Partial<BlockstoreCapabilities>

  constructor (store: Blockstore, references: References) {
    super()
    this.#store = store
    this.#references = references
    // Not batches and notes: they do not know references.
    const { extents, mark, background } = store.capabilities
    this.capabilities = { extents, mark, background }
  }

  /**
   * Reads a block. Verifies the bytes of a referenced block.
   *
   * @throws CorruptReferenceError
   */
  override async bytes (cid: CID, options: StoreOptions = {}): Promise<Uint8Array> {
    try {
      return await this.#store.bytes(cid, options)
    } catch (err) {
      const reference = isError(err, NOT_FOUND)
        ? await this.#references.get(cid.multihash.bytes)
        : undefined

      if (reference == null) {
        throw err
      }

      return await this.#references.read(cid.multihash.bytes, reference, options)
    }
  }

  override async *bytesMany (
    cids: Iterable<CID> | AsyncIterable<CID>,
    options: StoreOptions = {}
  ): AsyncGenerator<Block> {
    const window: CID[] = []

    for await (const cid of cids) {
      if (window.push(cid) === WINDOW) {
        yield* this.#window(window.splice(0), options)
      }
    }

    yield* this.#window(window, options)
  }

  override async size (cid: CID, options: StoreOptions = {}): Promise<number | undefined> {
    return await this.#store.size(cid, options) ?? (await this.#references.get(cid.multihash.bytes))?.size
  }

  override async *keys (options: StoreOptions = {}): AsyncGenerator<CID> {
    yield* this.#store.keys(options)

    for await (const multihash of this.#references.multihashes(options)) {
      const cid = rawCid(multihash)

      if (!await this.#store.has(cid, options)) {
        yield cid
      }
    }
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): Promise<void> {
    const removed: CID[] = []

    for await (const cid of cids) {
      removed.push(cid)
    }

    await this.#store.remove(removed, options)
    await this.#references.delete(removed)
  }

  override session (bounds?: WriteBounds): WriteSession {
    return this.#store.session(bounds)
  }

  override async flush (): Promise<void> {
    await this.#store.flush()
  }

  override async stat (): Promise<BlockstoreStat> {
    return await this.#store.stat()
  }

  override async close (): Promise<void> {
    await this.#store.close()
  }

  protected override async write (cid: CID, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
    await this.#store.put(cid, bytes, options)
  }

  async *#window (cids: CID[], options: StoreOptions): AsyncGenerator<Block> {
    const blocks = cids.map(async (cid) => ({ cid, bytes: await this.bytes(cid, options) }))
    blocks.forEach((block) => {
      block.catch(() => {})
    }) // thrown when its turn comes

    for (const block of blocks) {
      yield await block
    }
  }
}
