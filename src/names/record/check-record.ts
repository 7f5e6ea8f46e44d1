import { publicKeyFromProtobuf } from '@libp2p/crypto/keys'
import type { PublicKey } from '@libp2p/interface'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { compareBytes } from '../../go/text/utf8.ts'
import { embeddedPublicKey } from '../../keys/formats/embedded-public-key.ts'
import { ExpiredRecordError, InvalidRecordError, readData, readEnvelope, readRecord } from './read-record.ts'
import type { RecordEnvelope } from './read-record.ts'

const SIGNATURE_PREFIX = new TextEncoder().encode('ipns-signature:')

/**
 * Checks that a record belongs to a name and is valid now (specs.ipfs.tech/ipns/ipns-record, "Record Verification";
 * boxo `ipns.ValidateWithName`). `ipnsValidator` of @helia/ipns is not used: it accepts validities that are no dates,
 * and rejects signed records without a usable value.
 *
 * @throws InvalidRecordError or ExpiredRecordError
 */
export async function checkRecord (name: MultihashDigest, bytes: Uint8Array): Promise<void> {
  const envelope = readEnvelope(bytes)
  const { validityType, validity } = readRecord(bytes)
  const key = publicKey(name, envelope)

  if (!await isSigned(key, envelope)) {
    throw new InvalidRecordError('signature verification failed')
  }

  checkLegacyFields(envelope)

  if (validityType !== 0n) {
    throw new InvalidRecordError(
      validityType == null
        ? 'record is malformed\nkey not found: "ValidityType"'
        : 'record contains an unrecognized validity type'
    )
  }

  if (validity == null) {
    throw new InvalidRecordError('record contains an invalid validity')
  }

  if (BigInt(Date.now()) * 1_000_000n > validity.secs * 1_000_000_000n + BigInt(validity.nsecs)) {
    throw new ExpiredRecordError()
  }
}

/**
 * Returns the key that must have signed a record: the embedded key, which must hash to the name, or the key of the
 * name.
 */
function publicKey (name: MultihashDigest, envelope: RecordEnvelope): PublicKey {
  if (envelope.publicKey.length === 0) {
    return orInvalid('', () => embeddedPublicKey(name))
  }

  const key = orInvalid('public key invalid\n', () => publicKeyFromProtobuf(envelope.publicKey))

  if (!equals(key.toMultihash().bytes, name.bytes)) {
    throw new InvalidRecordError('record public key does not match the expected public key')
  }

  return key
}

function orInvalid<T> (prefix: string, step: () => T): T {
  try {
    return step()
  } catch (err) {
    throw new InvalidRecordError(`${prefix}${(err as Error).message}`)
  }
}

async function isSigned (key: PublicKey, { signatureV2, data }: RecordEnvelope): Promise<boolean> {
  try {
    return signatureV2.length > 0 && await key.verify(concatBytes([SIGNATURE_PREFIX, data]), signatureV2)
  } catch {
    return false // the bytes cannot be a signature
  }
}

/**
 * Checks the unsigned copies of the fields, which records before 2021 have. They must equal the signed fields, because
 * older nodes read only the copies.
 */
function checkLegacyFields (envelope: RecordEnvelope): void {
  if (envelope.signatureV1.length === 0 && envelope.value.length === 0) {
    return
  }

  const document = readData(envelope.data)
  const legacy = {
    Value: envelope.value,
    Validity: envelope.validity,
    ValidityType: envelope.validityType,
    Sequence: envelope.sequence,
    TTL: envelope.ttl
  }

  for (const [name, copy] of Object.entries(legacy)) {
    const field = document.get(name)
    const isSame = typeof copy === 'bigint'
      ? typeof field === 'bigint' && BigInt.asUintN(64, field) === copy
      : field instanceof Uint8Array && equals(field, copy)

    if (!isSame) {
      throw new InvalidRecordError(`field ${JSON.stringify(name)} did not match between protobuf and CBOR`)
    }
  }
}

/**
 * Compares two records of a name: by sequence, then by end of validity, then by bytes (boxo `ipns.Validator.Select`).
 *
 * @returns whether the first one wins
 */
export function isNewer (bytes: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [readRecord(bytes), readRecord(other)]
  const order = compareSequences(a.sequence, b.sequence) ||
    compareSequences(toNanoseconds(a.validity), toNanoseconds(b.validity)) ||
    compareBytes(bytes, other)
  return order > 0
}

function toNanoseconds (time: { secs: bigint; nsecs: number } | undefined): bigint | undefined {
  return time == null ? undefined : time.secs * 1_000_000_000n + BigInt(time.nsecs)
}

function compareSequences (a = -1n, b = -1n): number {
  if (a < b) {
    return -1
  }

  return a > b ? 1 : 0
}
