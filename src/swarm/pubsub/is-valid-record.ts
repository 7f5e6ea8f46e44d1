import type { MultihashDigest } from 'multiformats/hashes/interface'
import { checkRecord } from '../../names/record/check-record.ts'

/** Whether a record belongs to this name, is signed and has not expired. Invalid records from others are no error. */
export async function isValidRecord (name: MultihashDigest, record: Uint8Array): Promise<boolean> {
  return await checkRecord(name, record).then(() => true, () => false)
}
