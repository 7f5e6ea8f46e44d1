import type { CID } from 'multiformats/cid'
import { leafOf } from '../../ipld/dag-pb/leaf-frame.ts'
import { BaseBlockstore } from '../../store/blockstore/base-blockstore.ts'
import type { Block, Blockstore, StoreOptions, WriteBounds, WriteSession } from '../../store/blockstore/blockstore.ts'

/** Wraps a store so that a listener gets every new block, for requests that wait for it. */
export class NotifyingBlockstore extends BaseBlockstore {
  readonly #store: Blockstore
  readonly #arrived: (blocks: readonly Block[]) => void

  constructor (store: Blockstore, arrived: (blocks: readonly Block[]) => void) {
    super()
    this.#store = store
    this.#arrived = arrived

    if (store.bytesLots != null) {
      this.bytesLots = (cids, options) => store.bytesLots!(cids, options)
    }

    this.notes = store.notes
    this.mark = store.mark?.bind(store)
  }

  protected override async write (cid: CID, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
    await this.#store.put(cid, bytes, options)
    this.#arrived([{ cid, bytes }])
  }

  override session (bounds?: WriteBounds): WriteSession {
    const session = this.#store.session(bounds)

    return {
      put: async (cid, bytes, isContent) => {
        await session.put(cid, bytes, isContent)
        this.#arrived([
          isContent === true
            ? {
              cid,
              get bytes () {
                return leafOf(bytes)
              }
            }
            : { cid, bytes }
        ])
      },
      stage: session.stage,
      prepare: async () => await session.prepare(),
      commitWith: session.commitWith?.bind(session),
      commit: async () => {
        await session.commit()
      },
      rollback: async () => {
        await session.rollback()
      }
    }
  }

  override async has (cid: CID, options?: StoreOptions): Promise<boolean> {
    return await this.#store.has(cid, options)
  }

  override async delete (cid: CID, options?: StoreOptions): Promise<void> {
    await this.#store.delete(cid, options)
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions): Promise<void> {
    await this.#store.remove(cids, options)
  }

  override bytes: Blockstore['bytes'] = async (cid, options) => await this.#store.bytes(cid, options)
  override bytesMany: Blockstore['bytesMany'] = (cids, options) => this.#store.bytesMany(cids, options)
  readonly bytesLots?: Blockstore['bytesLots']
  readonly notes?: Blockstore['notes']
  readonly mark?: Blockstore['mark']
  readonly blob: Blockstore['blob'] = async (parts, options) => await this.#store.blob?.(parts, options)
  readonly range: Blockstore['range'] = async (parts, options) => await this.#store.range?.(parts, options)
  override size: Blockstore['size'] = async (cid, options) => await this.#store.size(cid, options)
  override keys: Blockstore['keys'] = (options) => this.#store.keys(options)
  override flush: Blockstore['flush'] = async () => {
    await this.#store.flush()
  }
  override stat: Blockstore['stat'] = async () => await this.#store.stat()
  readonly background: Blockstore['background'] = () => this.#store.background?.()
  override close: Blockstore['close'] = async () => {
    await this.#store.close()
  }
}
