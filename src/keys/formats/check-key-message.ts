import { equals } from 'multiformats/bytes'
import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'

/** Fields and key types of the message (libp2p specification, "Peer Ids and Keys"). */
const FIELD = { type: 1, data: 2 } as const
const KIND = { ed25519: 1, secp256k1: 2, last: 3 } as const

const ED25519_BYTES = [64, 96]
const SECP256K1_BYTES = 32

/**
 * Checks the form of a private key in a libp2p protobuf: required fields, key type and data size.
 *
 * @throws an Error with the message of go-libp2p (`core/crypto`)
 */
export function checkKeyMessage (bytes: Uint8Array): void {
  const { type, data } = fieldsOf(bytes)

  if (type == null || data == null) {
    throw new Error(`proto: required field crypto.pb.PrivateKey.${type == null ? 'Type' : 'Data'} not set`)
  }

  if (type < 0n || type > KIND.last) {
    throw new Error('invalid or unsupported key type')
  }

  if (type === BigInt(KIND.ed25519)) {
    checkEd25519(data)
  }

  if (type === BigInt(KIND.secp256k1) && data.length !== SECP256K1_BYTES) {
    throw new Error(`expected secp256k1 data size to be ${SECP256K1_BYTES}`)
  }
}

function checkEd25519 (data: Uint8Array): void {
  if (!ED25519_BYTES.includes(data.length)) {
    throw new Error(`expected ed25519 data size to be ${ED25519_BYTES.join(' or ')}, got ${data.length}`)
  }

  if (data.length > ED25519_BYTES[0] && !equals(data.subarray(32, 64), data.subarray(64))) {
    throw new Error('expected redundant ed25519 public key to be redundant')
  }
}

function fieldsOf (bytes: Uint8Array): { type?: bigint; data?: Uint8Array } {
  const reader = new ProtobufReader(bytes)
  const fields: { type?: bigint; data?: Uint8Array } = {}

  try {
    while (reader.next()) {
      if (reader.field === FIELD.type && reader.wire === WIRE_VARINT) {
        fields.type = reader.int64()
      } else if (reader.field === FIELD.data && reader.wire === WIRE_BYTES) {
        fields.data = reader.view()
      } else {
        reader.skip()
      }
    }
  } catch {
    throw new Error('proto: cannot parse invalid wire-format data')
  }

  return fields
}
