import type { ConfigStore } from '../config/config-store.ts'
import { parseBytes } from '../config/values/parse-bytes.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import { NoRoomLeftError } from './no-room-left-error.ts'

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
