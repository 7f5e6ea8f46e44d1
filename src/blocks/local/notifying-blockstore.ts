import type { CID } from 'multiformats/cid'
import { rawCid } from '../../cid/hash/multihash-key.ts'
import { defineError, isError } from '../../errors/define-error.ts'
import { leafOf } from '../../ipld/dag-pb/leaf-frame.ts'
import { BaseBlockstore } from '../../store/blockstore/base-blockstore.ts'
import type { Block, Blockstore, StoreOptions, WriteBounds, WriteSession } from '../../store/blockstore/blockstore.ts'
import type { BlockstoreCapabilities, PlacedBlock } from '../../store/blockstore/capabilities.ts'

/** A listener wanted the bytes of a block that are not in memory. */
class NotLoadedError extends defineError('NotLoadedError') {}

/** Wraps a store so that a listener gets every new block, for requests that wait for it. */
export class NotifyingBlockstore extends BaseBlockstore {
  readonly #store: Blockstore
  readonly #arrived: (blocks: readonly Block[]) => void
  override readonly capabilities: Partial<BlockstoreCapabilities>

  constructor (store: Blockstore, arrived: (blocks: readonly Block[]) => void) {
    super()
    this.#store = store
    this.#arrived = arrived
    this.capabilities = store.capabilities
  }

  protected override async write (cid: CID, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
    await this.#store.put(cid, bytes, options)
    this.#arrived([{ cid, bytes }])
  }

  override session (bounds?: WriteBounds): WriteSession {
    const session = this.#store.session(bounds)
    const { staging, adopting } = session.capabilities

    return {
      capabilities: {
        ...session.capabilities,
        staging: staging == null ? undefined : {
          stage: async (content) => await staging.stage(content),
          putPayload: async (cid, payload) => {
            await staging.putPayload(cid, payload)
            this.#arrived([{
              cid,
              get bytes () {
                return leafOf(payload)
              }
            }])
          }
        },
        adopting: adopting == null ? undefined : {
          adopt: async (segment, bytes, blocks) => {
            await adopting.adopt(segment, bytes, blocks)
            blocks.forEach((block) => {
              this.#adopted(block)
            })
          }
        }
      },
      put: async (cid, bytes) => {
        await session.put(cid, bytes)
        this.#arrived([{ cid, bytes }])
      },
      prepare: async () => await session.prepare(),
      commit: async () => {
        await session.commit()
      },
      rollback: async () => {
        await session.rollback()
      }
    }
  }

  /** Reports a block whose bytes are not in memory. Reads them only if a request waits for the block. */
  #adopted ({ multihash }: PlacedBlock): void {
    const cid = rawCid(multihash)

    try {
      this.#arrived([{
        cid,
        get bytes (): never {
          throw new NotLoadedError()
        }
      }])
    } catch (err) {
      if (!isError(err, NotLoadedError)) {
        throw err
      }

      this.#store.bytes(cid).then((bytes) => {
        this.#arrived([{ cid, bytes }])
      }).catch(() => {})
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
  override size: Blockstore['size'] = async (cid, options) => await this.#store.size(cid, options)
  override keys: Blockstore['keys'] = (options) => this.#store.keys(options)
  override flush: Blockstore['flush'] = async () => {
    await this.#store.flush()
  }
  override stat: Blockstore['stat'] = async () => await this.#store.stat()
  override close: Blockstore['close'] = async () => {
    await this.#store.close()
  }
}
