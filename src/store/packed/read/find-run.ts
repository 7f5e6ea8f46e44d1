import { hashSync } from '../../../cid/hash.ts'
import { multihashFromKey, multihashKey } from '../../../cid/multihash-key.ts'
import { listed, result } from '../../database/database.ts'
import type { BlockRecord } from '../schema/schema.ts'

/** Rows that are read at most for each that is asked for: of a large sharded directory the files that lie at one depth are half of all blocks. */
const MAX_ROWS = 3

/**
 * The records of keys that are neighbours in the index: two requests, where one for each key takes many times as long, and leaves
 * more behind for the garbage collector than the record. Who goes through pins or through all blocks asks like that.
 *
 * @param keys - of Maps, in any order
 * @returns undefined when there is too much between them
 */
export async function findRun (index: IDBObjectStore, keys: readonly string[]): Promise<Map<string, BlockRecord> | undefined> {
  let first = keys[0]
  let last = keys[0]

  for (const key of keys) {
    first = key < first ? key : first
    last = key > last ? key : last
  }

  const range = IDBKeyRange.bound(multihashFromKey(first), multihashFromKey(last))
  const max = keys.length * MAX_ROWS

  if (await result(index.count(range)) > max) {
    return undefined
  }

  const values = await listed<BlockRecord>(index.getAll(range))
  const wanted = new Set(keys)
  const records = new Map<string, BlockRecord>()

  const take = (key: string, record: BlockRecord): void => {
    if (wanted.has(key)) {
      records.set(key, record)
    }
  }

  // Mostly a name follows from the bytes, and costs less so: of each key Chromium keeps a buffer until all garbage is collected.
  for (const record of values) {
    if (typeof record[0] !== 'number') {
      take(multihashKey(hashSync(record[0]).bytes), record)
    }
  }

  if (records.size < wanted.size) {
    const rows = await listed(index.getAllKeys(range)) as ArrayBuffer[]
    rows.forEach((row, i) => { take(multihashKey(new Uint8Array(row)), values[i]) })
  }

  return records
}
