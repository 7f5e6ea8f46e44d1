import { publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { ByteSink } from '../../bytes/byte-sink.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField } from '../../bytes/protobuf/protobuf-writer.ts'
import { int64Varint } from '../../bytes/protobuf/varint.ts'
import { encodeCbor } from '../../ipld/cbor/cbor-encoder.ts'
import type { IpldNode } from '../../ipld/data-model/ipld-node.ts'

const MAX_SEQUENCE = 2n ** 64n - 1n

/** The only validity type: the record is valid until the date in `Validity`. */
const EOL = 0n

/** Multihash code of names that contain the public key. */
const IDENTITY = 0x00

const textEncoder = new TextEncoder()

export interface CreateRecordInit {
  /** the content path, for example `/ipfs/…` */
  value: string
  /** sequence number, up to 2^64 − 1 */
  sequence: bigint
  /** end of the validity, in milliseconds since 1970 */
  validityMs: number
  /** how long others may cache the record, in nanoseconds */
  ttlNs: bigint
  /** adds the signature and the fields that nodes before 2021 read */
  v1compat: boolean
}

/**
 * Creates and signs a record (specs.ipfs.tech/ipns/ipns-record, "Record Creation"). Sequences from 2^63 on are encoded
 * as in Kubo: as the negative integer with the same 64 bits, in the signed document and in the copy for older nodes.
 *
 * `createIPNSRecord` of @helia/ipns 10.1 is not used: it normalizes the value (`/ipfs/Qm…` to the CIDv1), so that the
 * name would resolve to another path than the published one.
 *
 * @throws an Error for values that no record can hold
 */
export async function createRecord (
  key: PrivateKey,
  { value, sequence, validityMs, ttlNs, v1compat }: CreateRecordInit
): Promise<Uint8Array> {
  if (sequence > MAX_SEQUENCE) {
    throw new Error('sequence number is too large: it must fit 64 bits')
  }

  if (ttlNs < 0n) {
    throw new Error('ttl must be >= 0')
  }

  if (value.trim() !== value) {
    throw new Error('a name cannot lead to a path that begins or ends with white space')
  }

  if (!/^\/./s.test(value)) {
    throw new Error('a name can lead to a content path only, which begins with a slash')
  }

  const valueBytes = textEncoder.encode(value)
  const validity = textEncoder.encode(withNanoseconds(new Date(validityMs).toISOString()))
  const document = new ByteSink()
  encodeCbor(
    new Map<string, IpldNode>([
      ['Value', valueBytes],
      ['Validity', validity],
      ['ValidityType', EOL],
      ['Sequence', BigInt.asIntN(64, sequence)],
      ['TTL', ttlNs]
    ]),
    document,
    { links: false, sortKeys: true }
  )
  const data = document.finish()
  const { publicKey } = key

  return concatBytes([
    ...v1compat
      ? [
        ...bytesField(1, valueBytes),
        ...bytesField(2, await key.sign(concatBytes([valueBytes, validity, textEncoder.encode('EOL')]))),
        ...int64Field(3, EOL),
        ...bytesField(4, validity),
        ...int64Field(5, sequence),
        ...int64Field(6, ttlNs)
      ]
      : [],
    // the name of an RSA key is a hash, so the record has to contain the key
    ...publicKey.toMultihash().code === IDENTITY ? [] : bytesField(7, publicKeyToProtobuf(publicKey)),
    ...bytesField(8, await key.sign(concatBytes([textEncoder.encode('ipns-signature:'), data]))),
    ...bytesField(9, data)
  ])
}

/** Encodes a protobuf field with a 64-bit integer. */
function int64Field (id: number, value: bigint): Uint8Array[] {
  return [Uint8Array.of(id << 3), int64Varint(value)]
}

/** Pads the fraction of an RFC 3339 time to nine digits, as Kubo does. */
function withNanoseconds (time: string): string {
  return time.replace(/\d+(?=Z$)/, (fraction) => fraction.padEnd(9, '0'))
}
