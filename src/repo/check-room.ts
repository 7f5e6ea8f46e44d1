import type { ConfigStore } from '../config/config-store.ts'
import { parseBytes } from '../config/values/parse-bytes.ts'
import { defineError } from '../errors/define-error.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'

/** Thrown if the node stores as much as its configuration allows. */
class NoRoomLeftError extends defineError('NoRoomLeftError') {
  /**
   * Creates the error.
   *
   * @param limit - `Datastore.StorageMax` as configured
   */
  constructor (usedBytes: number | bigint, limit: string) {
    super(`there is no room left: ${usedBytes} bytes of Datastore.StorageMax (${limit}) are used`)
  }
}

/**
 * Checks that the blocks take less space than `Datastore.StorageMax`.
 *
 * @throws NoRoomLeftError if the limit is reached
 */
export async function checkRoom (
  { config, blockstore }: { config: Pick<ConfigStore, 'get'>; blockstore: Pick<Blockstore, 'stat'> }
): Promise<void> {
  const limit = config.get<string>('Datastore.StorageMax') ?? ''
  const { bytes } = await blockstore.stat()

  if (limit !== '' && BigInt(bytes) >= parseBytes(limit)) {
    throw new NoRoomLeftError(bytes, limit)
  }
}
