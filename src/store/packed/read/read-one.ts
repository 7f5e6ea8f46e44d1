import type { CID } from 'multiformats/cid'
import { notInStore } from '../../blockstore/base-blockstore.ts'
import type { ReadOneOptions } from '../../blockstore/blockstore.ts'

/** Finds the bytes of a block for `readOne`; undefined if it is not here. */
export interface OneReader {
  bytes: (cid: CID, ahead?: () => readonly CID[]) => Promise<Uint8Array | undefined>
}

/**
 * Reads one whole block.
 *
 * @throws NotFoundError; the signal's reason
 */
export async function readOne (cid: CID, reader: OneReader, { signal, ahead }: ReadOneOptions): Promise<Uint8Array> {
  signal?.throwIfAborted()
  const bytes = await reader.bytes(cid, ahead)
  signal?.throwIfAborted()

  if (bytes == null) {
    throw notInStore(cid)
  }

  return bytes
}
