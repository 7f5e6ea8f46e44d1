import type { CID } from 'multiformats/cid'
import type { Block, Blockstore } from '../store/blockstore.ts'
import { NotifyingBlockstore } from './notifying-blockstore.ts'
import { verifyBlock } from './verify-block.ts'

/** A stored block whose bytes have changed. The words are boxo's (`blockstore.ErrHashMismatch`). */
export class HashMismatchError extends Error {
  static override name = 'HashMismatchError'
  override name = 'HashMismatchError'
}

/** Another store of which every block is hashed when it is read (`Datastore.HashOnRead`). Nothing goes out past it as a Blob. */
export class HashOnRead extends NotifyingBlockstore {
  constructor (store: Blockstore) {
    super(store, () => {})
    const { bytes, bytesMany } = this

    this.bytes = async (cid, options) => await verified(cid, await bytes(cid, options))
    this.bytesMany = async function * (cids, options): AsyncGenerator<Block> {
      for await (const block of bytesMany(cids, options)) {
        yield { ...block, bytes: await verified(block.cid, block.bytes) }
      }
    }
  }

  override readonly bytesLots = undefined
  // what is noted would not be read
  override readonly notes = undefined
  override readonly blob: Blockstore['blob'] = async () => undefined
  override readonly range: Blockstore['range'] = async () => undefined
}

async function verified (cid: CID, bytes: Uint8Array): Promise<Uint8Array> {
  await verifyBlock({ cid, bytes }).catch((cause: unknown) => { throw new HashMismatchError('block in storage has different hash than requested', { cause }) })
  return bytes
}
