import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'

/** The number of the last change that is copied, beside the rows in the same transaction: tells whether the copy is behind them, or ahead. */
export const LAST_CHANGE = new Key('/copy/change')

/** @returns 0 where none was copied yet */
export async function readLastChange (rows: Datastore): Promise<number> {
  return await rows.has(LAST_CHANGE) ? Number(new TextDecoder().decode(await rows.get(LAST_CHANGE))) : 0
}

export function encodeChange (number: number): Uint8Array {
  return new TextEncoder().encode(String(number))
}
