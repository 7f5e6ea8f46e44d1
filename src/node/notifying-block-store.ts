import type { CID } from 'multiformats/cid'
import { BaseBlockStore } from '../store/base-block-store.ts'
import type { BlockStore, StoreOptions, WriteSession } from '../store/block-store.ts'

/** Another store, telling a listener of every block that comes in, so that those who wait for it are served. */
export class NotifyingBlockStore extends BaseBlockStore {
  readonly #store: BlockStore
  readonly #arrived: (cid: CID, bytes: Uint8Array) => void

  constructor (store: BlockStore, arrived: (cid: CID, bytes: Uint8Array) => void) {
    super()
    this.#store = store
    this.#arrived = arrived
  }

  protected override async write (cid: CID, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
    await this.#store.put(cid, bytes, options)
    this.#arrived(cid, bytes)
  }

  override session (): WriteSession {
    const session = this.#store.session()

    return {
      put: async (cid, bytes) => {
        await session.put(cid, bytes)
        this.#arrived(cid, bytes)
      },
      commit: async () => { await session.commit() },
      rollback: async () => { await session.rollback() }
    }
  }

  override async has (cid: CID, options?: StoreOptions): Promise<boolean> {
    return await this.#store.has(cid, options)
  }

  override async delete (cid: CID, options?: StoreOptions): Promise<void> {
    await this.#store.delete(cid, options)
  }

  override bytes: BlockStore['bytes'] = async (cid, options) => await this.#store.bytes(cid, options)
  override bytesMany: BlockStore['bytesMany'] = (cids, options) => this.#store.bytesMany(cids, options)
  readonly blob: BlockStore['blob'] = async (parts, options) => await this.#store.blob?.(parts, options)
  override size: BlockStore['size'] = async (cid, options) => await this.#store.size(cid, options)
  override keys: BlockStore['keys'] = (options) => this.#store.keys(options)
  override remove: BlockStore['remove'] = async (cids, options) => { await this.#store.remove(cids, options) }
  override flush: BlockStore['flush'] = async () => { await this.#store.flush() }
  override stat: BlockStore['stat'] = async () => await this.#store.stat()
  override close: BlockStore['close'] = async () => { await this.#store.close() }
}
