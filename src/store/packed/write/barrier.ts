import type { Database } from '../../database/database.ts'
import { BARRIER, META } from '../schema/schema.ts'

/*
 * A barrier is a strict transaction: when it is complete, all earlier transactions are on the disk. It has to write
 * something, because a transaction without a write might never reach the disk.
 */

/** Brings everything that was written before to the disk, with a write of `value` under `key`. */
export async function writeBarrier (database: Database, key: string, value: number): Promise<void> {
  await database.write('flush', [META], 'strict', async (tx) => {
    tx.objectStore(META).put(value, key)
  })
}

/**
 * Same as `writeBarrier`, on a full disk: a delete needs no room. If there is nothing to delete, everything since the
 * last barrier was removed by strict transactions.
 */
export async function deleteBarrier (database: Database): Promise<void> {
  await database.write('flush', [META], 'strict', async (tx) => {
    tx.objectStore(META).delete(BARRIER)
  })
}
