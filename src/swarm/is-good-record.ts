import type { MultihashDigest } from 'multiformats/hashes/interface'
import { checkRecord } from '../names/record/check-record.ts'

/** Whether a record is one of this name, signed and in its time: what comes of others is looked at, and is no error. */
export async function isGoodRecord (name: MultihashDigest, record: Uint8Array): Promise<boolean> {
  return await checkRecord(name, record).then(() => true, () => false)
}
