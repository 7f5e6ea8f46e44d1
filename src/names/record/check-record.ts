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
  const { validityType, validity, isOutOfRange } = readRecord(bytes) // knows better what is wrong with bytes that are no record at all

  try {
    await ipnsValidator(multihashToIPNSRoutingKey(name as MultihashDigest<0x00 | 0x12>), bytes)
  } catch (err) {
    throw (err as Error).name !== 'RecordExpiredError'
      ? new InvalidRecordError(wordsOf(err as Error, validityType))
      : validity == null ? new InvalidRecordError('record contains an invalid validity') : new ExpiredRecordError()
  }

  if (isOutOfRange === true) {
    throw new InvalidRecordError('unsigned integer out of range of int64 type')
  }
}

function wordsOf ({ name, message }: Error, validityType: bigint | undefined): string {
  if (message.startsWith('Could not extract public key')) {
    return 'public key is not embedded in peer ID'
  }

  return WORDS[name] ?? (validityType === 0n ? 'record is malformed, or signed with a key that is not supported' : WORDS.UnsupportedValidityError)
}
