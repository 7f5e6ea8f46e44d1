import type { CID } from 'multiformats/cid'
import { rawCid } from '../../../cid/hash/multihash-key.ts'
import type { StoreOptions } from '../../blockstore/block.ts'
import { listResult } from '../../database/database.ts'
import type { Database } from '../../database/database.ts'
import { BLOCKS } from '../schema/schema.ts'

/** Keys that are listed in one transaction. */
const KEYS_BATCH = 2048

/** Yields the CID (raw codec, version 1) of every written block, in key order. */
export async function* listKeys (database: Database, { signal }: StoreOptions): AsyncGenerator<CID> {
  let after: IDBKeyRange | undefined

  while (true) {
    const keys = await listResult(
      database.read([BLOCKS]).objectStore(BLOCKS).getAllKeys(after, KEYS_BATCH)
    ) as ArrayBuffer[]

    for (const key of keys) {
      signal?.throwIfAborted()
      yield rawCid(new Uint8Array(key))
    }

    if (keys.length < KEYS_BATCH) {
      return
    }

    after = IDBKeyRange.lowerBound(keys.at(-1), true)
  }
}
