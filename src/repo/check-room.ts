import type { ConfigStore } from '../config/config-store.ts'
import { parseBytes } from '../config/parse-bytes.ts'
import type { Blockstore } from '../store/blockstore.ts'
import { NoRoomLeftError } from './no-room-left-error.ts'

/** @throws NoRoomLeftError where the node stores as much as its settings allow (`Datastore.StorageMax`), or more */
export async function checkRoom ({ config, blockstore }: { config: Pick<ConfigStore, 'get'>, blockstore: Pick<Blockstore, 'stat'> }): Promise<void> {
  const limit = config.get<string>('Datastore.StorageMax') ?? ''
  const { bytes } = await blockstore.stat()

  if (limit !== '' && BigInt(bytes) >= parseBytes(limit)) {
    throw new NoRoomLeftError(bytes, limit)
  }
}
