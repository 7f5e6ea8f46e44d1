import { ProtobufReader, WIRE_BYTES } from '../../bytes/protobuf-reader.ts'
import { castCid } from '../../cid/parse-cid.ts'
import { decodeCbor } from '../../ipld/cbor/cbor-decoder.ts'
import type { IpldMap } from '../../ipld/ipld-node.ts'
import { parsePath } from '../../path/content-path.ts'
import { MAX_RECORD_BYTES } from './max-record-bytes.ts'
import { parseRfc3339 } from './parse-rfc3339.ts'
import { InvalidRecordError } from './record-errors.ts'
import type { RecordFields } from './record-fields.ts'

/** Fields of the protobuf (specs.ipfs.tech/ipns/ipns-record, "Record Serialization Format"). */
const FIELD = { value: 1, signatureV1: 2, data: 9 } as const

/** boxo reads no more */
const INT64_MAX = 2n ** 63n - 1n

/** What an empty value stands for: no bytes at all (boxo `NoopValue`). */
const NOTHING = '/ipfs/bafkqaaa'

/**
 * Reads what a record says, without believing it: `checkRecord` does that (boxo `ipns.UnmarshalRecord` and its getters).
 *
 * Our own beside the package ipns, which reads none whose signature, validity or value it cannot use: `name/inspect` shows those.
 *
 * @throws InvalidRecordError for bytes that are none
 */
export function readRecord (bytes: Uint8Array): RecordFields {
  if (bytes.length > MAX_RECORD_BYTES) {
    throw new InvalidRecordError('record exceeds allowed size limit')
  }

  const { value, signatureV1, data } = protobufFields(bytes)

  if (data.length === 0) {
    throw new InvalidRecordError('record is malformed\nrecord is missing the dag-cbor data field')
  }

  const document = dataOf(data)
  const validityType = integer(document, 'ValidityType')
  const sequence = integer(document, 'Sequence')
  const ttlNs = integer(document, 'TTL')
  const validity = document.get('Validity')

  return {
    value: valuePath(document.get('Value')),
    validityType,
    validity: validityType === 0n && validity instanceof Uint8Array ? parseRfc3339(new TextDecoder().decode(validity)) : undefined,
    sequence: sequence == null ? undefined : BigInt.asUintN(64, sequence),
    ttlNs,
    isOutOfRange: ['Sequence', 'TTL'].some((name) => (document.get(name) as bigint) > INT64_MAX) ? true : undefined,
    signatureType: value.length > 0 || signatureV1.length > 0 ? 'V1+V2' : 'V2'
  }
}

function protobufFields (bytes: Uint8Array): Record<keyof typeof FIELD, Uint8Array> {
  const fields = { value: new Uint8Array(), signatureV1: new Uint8Array(), data: new Uint8Array() }
  const reader = new ProtobufReader(bytes)

  try {
    while (reader.next()) {
      const name = (Object.keys(FIELD) as Array<keyof typeof FIELD>).find((name) => FIELD[name] === reader.field)

      if (name != null && reader.wire === WIRE_BYTES) {
        fields[name] = reader.view() as Uint8Array<ArrayBuffer>
      } else {
        reader.skip()
      }
    }
  } catch {
    throw new InvalidRecordError('record is malformed\nproto: cannot parse invalid wire-format data')
  }

  return fields
}

function dataOf (bytes: Uint8Array): IpldMap {
  try {
    const data = decodeCbor(bytes, true)

    if (data instanceof Map) {
      return data
    }
  } catch (err) {
    throw new InvalidRecordError(`record is malformed\n${(err as Error).message}`)
  }

  throw new InvalidRecordError('record is malformed\nthe dag-cbor data is no map')
}

function integer (document: IpldMap, name: string): bigint | undefined {
  const value = document.get(name)
  return typeof value === 'bigint' && value <= INT64_MAX ? value : undefined
}

/** A path as text; a CID as bytes is one too. */
function valuePath (value: unknown): string | undefined {
  if (!(value instanceof Uint8Array)) {
    return undefined
  }

  try {
    return value.length === 0 ? NOTHING : value[0] === '/'.charCodeAt(0) ? parsePath(new TextDecoder().decode(value)).text : `/ipfs/${castCid(value)}`
  } catch {
    return undefined
  }
}
