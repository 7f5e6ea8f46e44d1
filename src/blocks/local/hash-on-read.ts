import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import type { BlockstoreCapabilities } from '../../store/blockstore/capabilities.ts'
import { NotifyingBlockstore } from './notifying-blockstore.ts'
import { verifyBlock } from './verify-block.ts'

/** Thrown if the bytes of a stored block have changed. The message is boxo's (`blockstore.ErrHashMismatch`). */
export class HashMismatchError extends defineError('HashMismatchError') {}

/**
 * Wraps a store so that every read block is hashed (`Datastore.HashOnRead`). Hides the
 * capabilities that would bypass the check: batches, extents and notes, which are cached facts instead of reads.
 */
export class HashOnRead extends NotifyingBlockstore {
  override readonly capabilities: Partial<BlockstoreCapabilities>

  constructor (store: Blockstore) {
    super(store, () => {})
    const { bytes, bytesMany } = this
    const { mark, background } = store.capabilities
    this.capabilities = { mark, background }

    this.bytes = async (cid, options) => await verifyRead(cid, await bytes(cid, options))
    this.bytesMany = async function* (cids, options): AsyncGenerator<Block> {
      for await (const block of bytesMany(cids, options)) {
        yield { ...block, bytes: await verifyRead(block.cid, block.bytes) }
      }
    }
  }
}

async function verifyRead (cid: CID, bytes: Uint8Array): Promise<Uint8Array> {
  await verifyBlock({ cid, bytes }).catch((cause: unknown) => {
    throw new HashMismatchError('block in storage has different hash than requested', { cause })
  })
  return bytes
}
