import { castCid } from '../../cid/text/parse-cid.ts'
import type { IpldMap } from '../../ipld/data-model/ipld-node.ts'
import { parsePath } from '../../path/content-path.ts'
import { parseRfc3339 } from './parse-rfc3339.ts'
import { readData, readEnvelope } from './record-envelope.ts'

/** The fields of a record. Missing and malformed fields are undefined. */
export interface RecordFields {
  /** the target content path */
  value: string | undefined
  /** 0 for "until `validity`", the only type */
  validityType: bigint | undefined
  /** the end of the validity */
  validity: { secs: bigint; nsecs: number } | undefined
  /** the sequence number: how many times the value has changed */
  sequence: bigint | undefined
  /** how long others may cache the record, in nanoseconds */
  ttlNs: bigint | undefined
  /** the signature versions; nodes before 2021 can read V1+V2 */
  signatureType: 'V1+V2' | 'V2'
}

const INT64_MAX = 2n ** 63n - 1n
const UINT64_MAX = 2n ** 64n - 1n
const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The path of an empty value: an empty block (boxo `NoopValue`). */
const NOTHING = '/ipfs/bafkqaaa'

/**
 * Decodes the fields of a record without verifying it, which `checkRecord` does (boxo `ipns.UnmarshalRecord` and its
 * getters). @helia/ipns rejects records with an unusable signature, validity or value, but `name/inspect` shows those
 * too.
 *
 * @throws InvalidRecordError if the bytes are no record
 */
export function readRecord (bytes: Uint8Array): RecordFields {
  const { value, signatureV1, data } = readEnvelope(bytes)
  const document = readData(data)
  const validityType = readInteger(document, 'ValidityType')
  const validity = document.get('Validity')

  return {
    value: valuePath(document.get('Value')),
    validityType,
    validity: validityType === 0n && validity instanceof Uint8Array
      ? parseRfc3339(textDecoder.decode(validity))
      : undefined,
    sequence: sequenceNumber(document.get('Sequence')),
    ttlNs: readInteger(document, 'TTL'),
    signatureType: value.length > 0 || signatureV1.length > 0 ? 'V1+V2' : 'V2'
  }
}

/**
 * Decodes a sequence number. Kubo writes sequences from 2^63 on as the negative integers with the same 64 bits. Other
 * implementations write them unsigned.
 */
function sequenceNumber (value: unknown): bigint | undefined {
  return typeof value === 'bigint' && value <= UINT64_MAX ? BigInt.asUintN(64, value) : undefined
}

function readInteger (document: IpldMap, name: string): bigint | undefined {
  const value = document.get(name)
  return typeof value === 'bigint' && value <= INT64_MAX ? value : undefined
}

/** Returns the content path of a value, which is a text or the bytes of a CID. */
function valuePath (value: unknown): string | undefined {
  if (!(value instanceof Uint8Array)) {
    return undefined
  }

  try {
    if (value.length === 0) {
      return NOTHING
    }

    return value[0] === '/'.charCodeAt(0)
      ? parsePath(textDecoder.decode(value)).text
      : `/ipfs/${castCid(value)}`
  } catch {
    return undefined
  }
}
