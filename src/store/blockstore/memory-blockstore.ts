import type { CID } from 'multiformats/cid'
import { multihashFromKey, multihashKey, rawCid } from '../../cid/hash/multihash-key.ts'
import { BaseBlockstore } from './base-blockstore.ts'
import { notInStore } from './base-blockstore.ts'
import type { Block, BlockstoreStat, CommitRecord, StoreOptions, WriteSession } from './blockstore.ts'
import { SessionOwners } from './session-owners.ts'

/** An empty record. Nothing survives the process, so there is nothing to recover at the next start. */
const NO_RECORD: CommitRecord = { addTo: () => {}, stands: async () => false }

/**
 * A blockstore in memory, for tests and for nodes without storage. Durable until the object is dropped.
 *
 * @example
 * ```ts
 * const node = await createNode({
 *   openBlockstore: async () => new MemoryBlockstore(),
 *   datastore: await openDatastore('my-node')
 * })
 * ```
 */
export class MemoryBlockstore extends BaseBlockstore {
  readonly #blocks = new Map<string, Uint8Array>()
  readonly #owners = new SessionOwners<WriteSession>()
  #bytes = 0

  protected override async write (cid: CID, bytes: Uint8Array, options: StoreOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    this.#owners.disown(key)
    this.#set(key, bytes)
  }

  override async bytes (cid: CID, options: StoreOptions = {}): Promise<Uint8Array> {
    options.signal?.throwIfAborted()
    const bytes = this.#blocks.get(multihashKey(cid.multihash.bytes))

    if (bytes == null) {
      throw notInStore(cid)
    }

    return bytes
  }

  override async *bytesMany (
    cids: Iterable<CID> | AsyncIterable<CID>,
    options: StoreOptions = {}
  ): AsyncGenerator<Block> {
    for await (const cid of cids) {
      yield { cid, bytes: await this.bytes(cid, options) }
    }
  }

  override async size (cid: CID, options: StoreOptions = {}): Promise<number | undefined> {
    options.signal?.throwIfAborted()
    return this.#blocks.get(multihashKey(cid.multihash.bytes))?.byteLength
  }

  override async *keys (options: StoreOptions = {}): AsyncGenerator<CID> {
    options.signal?.throwIfAborted()

    for (const key of this.#blocks.keys()) {
      options.signal?.throwIfAborted()
      yield rawCid(multihashFromKey(key))
    }
  }

  override session (): WriteSession {
    let open = true

    const session: WriteSession = {
      capabilities: {},
      put: async (cid, bytes) => {
        if (!open) {
          throw new Error('the write session is closed')
        }

        const key = multihashKey(cid.multihash.bytes)
        this.#owners.put(key, session, this.#blocks.has(key))
        this.#set(key, bytes)
      },
      prepare: async () => {
        open = false
        return NO_RECORD
      },
      commit: async () => {
        open = false
        this.#owners.blocksOf(session).forEach((key) => {
          this.#owners.disown(key)
        })
      },
      rollback: async () => {
        open = false

        for (const key of this.#owners.blocksOf(session)) {
          if (this.#owners.release(key, session)) {
            this.#delete(key)
          }
        }
      }
    }

    return session
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()

    for await (const cid of cids) {
      options.signal?.throwIfAborted()
      const key = multihashKey(cid.multihash.bytes)
      this.#owners.disown(key)
      this.#delete(key)
    }
  }

  override async flush (): Promise<void> {}

  override async stat (): Promise<BlockstoreStat> {
    return { blocks: this.#blocks.size, bytes: this.#bytes }
  }

  override async close (): Promise<void> {}

  #set (key: string, bytes: Uint8Array): void {
    if (!this.#blocks.has(key)) {
      this.#blocks.set(key, bytes)
      this.#bytes += bytes.byteLength
    }
  }

  #delete (key: string): void {
    const bytes = this.#blocks.get(key)

    if (bytes != null) {
      this.#blocks.delete(key)
      this.#bytes -= bytes.byteLength
    }
  }
}
