import { hashSync } from '../../../cid/hash/hash.ts'
import { multihashFromKey, multihashKey } from '../../../cid/hash/multihash-key.ts'
import { listResult, requestResult } from '../../database/database.ts'
import type { BlockRecord } from '../schema/schema.ts'

/** Rows read per requested row, at most. In a large sharded directory the files of one depth are half of all blocks. */
const MAX_ROWS = 3

/**
 * Reads the records of neighbouring keys with two requests. A request per key takes many times as long, and leaves more
 * garbage than the record itself. Walks through pins or through all blocks ask for neighbours.
 *
 * @param keys - keys of Maps, in any order
 * @returns undefined if too many other rows lie between them
 */
export async function findNeighbours (
  index: IDBObjectStore,
  keys: readonly string[]
): Promise<Map<string, BlockRecord> | undefined> {
  let first = keys[0]
  let last = keys[0]

  for (const key of keys) {
    first = key < first ? key : first
    last = key > last ? key : last
  }

  const range = IDBKeyRange.bound(multihashFromKey(first), multihashFromKey(last))
  const max = keys.length * MAX_ROWS

  if (await requestResult(index.count(range)) > max) {
    return undefined
  }

  const values = await listResult<BlockRecord>(index.getAll(range))
  const wanted = new Set(keys)
  const records = new Map<string, BlockRecord>()

  const take = (key: string, record: BlockRecord): void => {
    if (wanted.has(key)) {
      records.set(key, record)
    }
  }

  // The key usually follows from the bytes of the block, which is cheaper: Chromium keeps a buffer per key until a full
  // garbage collection.
  for (const record of values) {
    if (typeof record[0] !== 'number') {
      take(multihashKey(hashSync(record[0]).bytes), record)
    }
  }

  if (records.size < wanted.size) {
    const rows = await listResult(index.getAllKeys(range)) as ArrayBuffer[]
    rows.forEach((row, i) => {
      take(multihashKey(new Uint8Array(row)), values[i])
    })
  }

  return records
}
