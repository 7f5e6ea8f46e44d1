import type { CID } from 'multiformats/cid'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import { NotifyingBlockstore } from './notifying-blockstore.ts'
import { verifyBlock } from './verify-block.ts'

/** Thrown if the bytes of a stored block have changed. The message is boxo's (`blockstore.ErrHashMismatch`). */
export class HashMismatchError extends Error {
  static override name = 'HashMismatchError'
  override name = 'HashMismatchError'
}

/**
 * Wraps a store so that every read block is hashed (`Datastore.HashOnRead`). Disables Blobs, which would bypass the
 * check.
 */
export class HashOnRead extends NotifyingBlockstore {
  constructor (store: Blockstore) {
    super(store, () => {})
    const { bytes, bytesMany } = this

    this.bytes = async (cid, options) => await verified(cid, await bytes(cid, options))
    this.bytesMany = async function* (cids, options): AsyncGenerator<Block> {
      for await (const block of bytesMany(cids, options)) {
        yield { ...block, bytes: await verified(block.cid, block.bytes) }
      }
    }
  }

  override readonly bytesLots = undefined
  // Disables notes, because cached facts would replace reads.
  override readonly notes = undefined
  override readonly blob: Blockstore['blob'] = async () => undefined
  override readonly range: Blockstore['range'] = async () => undefined
}

async function verified (cid: CID, bytes: Uint8Array): Promise<Uint8Array> {
  await verifyBlock({ cid, bytes }).catch((cause: unknown) => {
    throw new HashMismatchError('block in storage has different hash than requested', { cause })
  })
  return bytes
}
