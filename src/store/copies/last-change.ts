import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'

/**
 * The number of the last copied change, written in the same transaction as its rows. Shows whether the copy is older or
 * newer than the rows.
 */
export const LAST_CHANGE = new Key('/copy/change')

/**
 * Reads the number of the last copied change.
 *
 * @returns 0 if there is none
 */
export async function readLastChange (rows: Datastore): Promise<number> {
  return await rows.has(LAST_CHANGE) ? Number(new TextDecoder().decode(await rows.get(LAST_CHANGE))) : 0
}

export function encodeChange (number: number): Uint8Array {
  return new TextEncoder().encode(String(number))
}
