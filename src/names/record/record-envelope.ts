import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import { defineError } from '../../errors/define-error.ts'
import { decodeCbor } from '../../ipld/cbor/cbor-decoder.ts'
import type { IpldMap } from '../../ipld/data-model/ipld-node.ts'

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
