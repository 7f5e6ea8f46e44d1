import { requestResult } from '../../database/database.ts'
import { META, NO_COUNTERS } from './schema.ts'
import type { Counters } from './schema.ts'

/** Reads the totals, as the transaction sees them. */
export async function readCounters (tx: IDBTransaction): Promise<Counters> {
  return { ...NO_COUNTERS, ...await requestResult<Counters | undefined>(tx.objectStore(META).get('counters')) }
}

export function writeCounters (tx: IDBTransaction, counters: Counters): void {
  tx.objectStore(META).put(counters, 'counters')
}
