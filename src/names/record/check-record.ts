import { multihashToIPNSRoutingKey } from 'ipns'
import { ipnsValidator } from 'ipns/validator'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { ExpiredRecordError, InvalidRecordError } from './record-errors.ts'
import { readRecord } from './read-record.ts'

/** The words of boxo for what the package ipns finds. */
const WORDS: Record<string, string> = {
  SignatureVerificationError: 'signature verification failed',
  RecordTooLargeError: 'record exceeds allowed size limit',
  UnsupportedValidityError: 'record contains an unrecognized validity type',
  InvalidEmbeddedPublicKeyError: 'record public key does not match the expected public key',
  InvalidMultihashError: 'name is invalid'
}

/**
 * Checks that a record is of a name and holds now (specs.ipfs.tech/ipns/ipns-record, "Record Verification").
 *
 * @throws InvalidRecordError or ExpiredRecordError
 */
export async function checkRecord (name: MultihashDigest, bytes: Uint8Array): Promise<void> {
  readRecord(bytes) // knows better what is wrong with bytes that are no record at all

  try {
    await ipnsValidator(multihashToIPNSRoutingKey(name as MultihashDigest<0x00 | 0x12>), bytes)
  } catch (err) {
    const { name } = err as Error
    throw name === 'RecordExpiredError' ? new ExpiredRecordError() : new InvalidRecordError(WORDS[name] ?? 'record is malformed, or signed with a key that is not supported')
  }
}
