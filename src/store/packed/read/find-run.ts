import { multihashFromKey, multihashKey } from '../../../cid/multihash-key.ts'
import { results } from '../../database/database.ts'
import type { BlockRecord } from '../schema/schema.ts'

/** Rows of which at most so many are not asked for, for each that is. */
const MAX_ROWS = 2

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
  const [rows] = await results([index.getAllKeys(range, max + 1)]) as [ArrayBuffer[]]

  if (rows.length > max) {
    return undefined
  }

  const [values] = await results<BlockRecord[]>([index.getAll(range)])
  const wanted = new Set(keys)
  const records = new Map<string, BlockRecord>()

  rows.forEach((row, i) => {
    const key = multihashKey(new Uint8Array(row))

    if (wanted.has(key)) {
      records.set(key, values[i])
    }
  })

  return records
}
