import { castCid } from '../../cid/text/parse-cid.ts'
import type { IpldMap } from '../../ipld/data-model/ipld-node.ts'
import { parsePath } from '../../path/content-path.ts'
import { parseRfc3339 } from './parse-rfc3339.ts'
import { readData, readEnvelope } from './record-envelope.ts'

/** What a record says; what it does not say, or says in a form that nobody can read, is undefined. */
export interface RecordFields {
  /** the content path that it leads to */
  value: string | undefined
  /** 0 for "until `validity`", the only one there is */
  validityType: bigint | undefined
  /** until when it holds */
  validity: { secs: bigint; nsecs: number } | undefined
  /** how many times the value has changed */
  sequence: bigint | undefined
  /** for how long others may use it without asking again, in nanoseconds */
  ttlNs: bigint | undefined
  /** which signatures it carries: V1+V2 can be read by nodes before 2021 too */
  signatureType: 'V1+V2' | 'V2'
}

const INT64_MAX = 2n ** 63n - 1n
const UINT64_MAX = 2n ** 64n - 1n
const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The path that an empty value stands for: an empty block (boxo `NoopValue`). */
const NOTHING = '/ipfs/bafkqaaa'

/**
 * Reads the fields of a record without verifying it: `checkRecord` does that (boxo `ipns.UnmarshalRecord` and its
 * getters). @helia/ipns reads no record with an unusable signature, validity or value, but `name/inspect` shows
 * those too.
 *
 * @throws InvalidRecordError for bytes that are no record
 */
export function readRecord (bytes: Uint8Array): RecordFields {
  const { value, signatureV1, data } = readEnvelope(bytes)
  const document = readData(data)
  const validityType = integer(document, 'ValidityType')
  const validity = document.get('Validity')

  return {
    value: valuePath(document.get('Value')),
    validityType,
    validity: validityType === 0n && validity instanceof Uint8Array
      ? parseRfc3339(textDecoder.decode(validity))
      : undefined,
    sequence: sequenceNumber(document.get('Sequence')),
    ttlNs: integer(document, 'TTL'),
    signatureType: value.length > 0 || signatureV1.length > 0 ? 'V1+V2' : 'V2'
  }
}

/**
 * Kubo writes sequences from 2^63 as the negative integers of the same 64 bits; other implementations write them as
 * they are.
 */
function sequenceNumber (value: unknown): bigint | undefined {
  return typeof value === 'bigint' && value <= UINT64_MAX ? BigInt.asUintN(64, value) : undefined
}

function integer (document: IpldMap, name: string): bigint | undefined {
  const value = document.get(name)
  return typeof value === 'bigint' && value <= INT64_MAX ? value : undefined
}

/** Returns the content path of a value: text, or the bytes of a CID. */
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
