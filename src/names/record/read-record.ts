import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import { castCid } from '../../cid/text/parse-cid.ts'
import { defineError } from '../../errors/define-error.ts'
import { parseRfc3339 } from '../../go/time/parse-rfc3339.ts'
import { decodeCbor } from '../../ipld/cbor/cbor-decoder.ts'
import type { IpldMap } from '../../ipld/data-model/ipld-node.ts'
import { parsePath } from '../../path/content-path.ts'

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

/** The maximum size of a record (specs.ipfs.tech/ipns/ipns-record, "Record Size Limit"). */
export const MAX_RECORD_BYTES = 10 * 1024

/** Media type of a signed record of a name (specs.ipfs.tech/routing/http-routing-v1). */
export const RECORD_MEDIA_TYPE = 'application/vnd.ipfs.ipns-record'

/** The bytes are no record, or the record failed verification. The messages are boxo's (`ipns/errors.go`). */
export class InvalidRecordError extends defineError('InvalidRecordError') {}

/** A record whose validity has ended. */
export class ExpiredRecordError extends defineError('ExpiredRecordError') {
  constructor () {
    super('record is expired')
  }
}

/** A better record of the name is known. The message is boxo's (`routing/offline`). */
export class OlderRecordError extends defineError('OlderRecordError') {
  constructor () {
    super("can't replace a newer record with an older one")
  }
}

/**
 * The protobuf of a record (specs.ipfs.tech/ipns/ipns-record, "Record Serialization Format"). Missing bytes are empty
 * and missing numbers are 0, as in Go.
 */
export interface RecordEnvelope {
  value: Uint8Array
  signatureV1: Uint8Array
  validityType: bigint
  validity: Uint8Array
  sequence: bigint
  ttl: bigint
  publicKey: Uint8Array
  signatureV2: Uint8Array
  data: Uint8Array
}

const BYTES_FIELDS: Readonly<
  Record<number, 'value' | 'signatureV1' | 'validity' | 'publicKey' | 'signatureV2' | 'data'>
> = { 1: 'value', 2: 'signatureV1', 4: 'validity', 7: 'publicKey', 8: 'signatureV2', 9: 'data' }
const NUMBER_FIELDS: Readonly<Record<number, 'validityType' | 'sequence' | 'ttl'>> = {
  3: 'validityType',
  5: 'sequence',
  6: 'ttl'
}

/**
 * Decodes the protobuf of a record.
 *
 * @throws InvalidRecordError if the bytes are no record, or more than 10 KiB
 */
export function readEnvelope (bytes: Uint8Array): RecordEnvelope {
  if (bytes.length > MAX_RECORD_BYTES) {
    throw new InvalidRecordError('record exceeds allowed size limit')
  }

  const none = new Uint8Array()
  const fields: RecordEnvelope = {
    value: none,
    signatureV1: none,
    validityType: 0n,
    validity: none,
    sequence: 0n,
    ttl: 0n,
    publicKey: none,
    signatureV2: none,
    data: none
  }
  const reader = new ProtobufReader(bytes)

  try {
    while (reader.next()) {
      if (reader.wire === WIRE_BYTES && Object.hasOwn(BYTES_FIELDS, reader.field)) {
        fields[BYTES_FIELDS[reader.field]] = reader.view()
      } else if (reader.wire === WIRE_VARINT && Object.hasOwn(NUMBER_FIELDS, reader.field)) {
        fields[NUMBER_FIELDS[reader.field]] = BigInt.asUintN(64, reader.int64())
      } else {
        reader.skip()
      }
    }
  } catch {
    throw new InvalidRecordError('record is malformed\nproto: cannot parse invalid wire-format data')
  }

  if (fields.data.length === 0) {
    throw new InvalidRecordError('record is malformed\nrecord is missing the dag-cbor data field')
  }

  return fields
}

/**
 * Decodes the signed document of a record.
 *
 * @throws InvalidRecordError if the bytes are no dag-cbor map
 */
export function readData (data: Uint8Array): IpldMap {
  let document: unknown

  try {
    document = decodeCbor(data, true)
  } catch (err) {
    throw new InvalidRecordError(`record is malformed\n${(err as Error).message}`)
  }

  if (!(document instanceof Map)) {
    throw new InvalidRecordError('record is malformed\nthe dag-cbor data is no map')
  }

  return document as IpldMap
}
