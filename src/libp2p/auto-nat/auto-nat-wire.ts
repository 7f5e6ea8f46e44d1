import { concatBytes } from '../../bytes/concat-bytes.ts'
import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import { DIAL_STATUS } from './auto-nat-message.ts'
import type { AutoNatAnswer, AutoNatRequest } from './auto-nat-message.ts'

/** Field numbers (go-libp2p `p2p/host/autonat/pb/autonat.proto`) and message types. */
const MESSAGE = { type: 1, dial: 2, answer: 3 } as const
const DIAL = { peer: 1 } as const
const PEER = { id: 1, address: 2 } as const
const ANSWER = { status: 1, text: 2, address: 3 } as const
const TYPE_DIAL = 0
const TYPE_ANSWER = 1

/**
 * Decodes a dial request; undefined for a message of another type.
 *
 * @throws ProtobufError
 */
export function readAutoNatRequest (bytes: Uint8Array): { peer: AutoNatRequest | undefined } | undefined {
  const { varints, views } = readFields(bytes)

  if ((varints.get(MESSAGE.type) ?? TYPE_DIAL) !== TYPE_DIAL) {
    return undefined
  }

  const [peer] = readFields(views.get(MESSAGE.dial)?.at(-1) ?? new Uint8Array()).views.get(DIAL.peer)?.slice(-1) ?? []

  if (peer == null) {
    return { peer: undefined }
  }

  const of = readFields(peer).views
  return { peer: { id: of.get(PEER.id)?.at(-1), addresses: of.get(PEER.address) ?? [] } }
}

/** Encodes an answer, with its length prefix. */
export function writeAutoNatAnswer ({ status, text, address }: AutoNatAnswer): Uint8Array {
  return concatBytes(lengthPrefixed([
    varintField(MESSAGE.type, TYPE_ANSWER),
    ...bytesField(
      MESSAGE.answer,
      varintField(ANSWER.status, status),
      ...text == null ? [] : bytesField(ANSWER.text, new TextEncoder().encode(text)),
      ...address == null ? [] : bytesField(ANSWER.address, address)
    )
  ]))
}

/** Encodes a request to dial this node at some multiaddrs, with its length prefix. */
export function writeAutoNatRequest (
  { id, addresses }: { id: Uint8Array; addresses: readonly Uint8Array[] }
): Uint8Array {
  return concatBytes(lengthPrefixed([
    varintField(MESSAGE.type, TYPE_DIAL),
    ...bytesField(
      MESSAGE.dial,
      ...bytesField(
        DIAL.peer,
        ...bytesField(PEER.id, id),
        ...addresses.flatMap((address) => bytesField(PEER.address, address))
      )
    )
  ]))
}

/**
 * Decodes the result of a dial, and the multiaddr that worked.
 *
 * @throws ProtobufError; an Error for a message that is no answer
 */
export function readAutoNatAnswer (bytes: Uint8Array): { status: number; address: Uint8Array | undefined } {
  const [answer] = readFields(bytes).views.get(MESSAGE.answer)?.slice(-1) ?? []

  if (answer == null) {
    throw new Error('the message is not a response')
  }

  const { varints, views } = readFields(answer)
  return { status: varints.get(ANSWER.status) ?? DIAL_STATUS.ok, address: views.get(ANSWER.address)?.at(-1) }
}

function readFields (bytes: Uint8Array): { varints: Map<number, number>; views: Map<number, Uint8Array[]> } {
  const reader = new ProtobufReader(bytes)
  const varints = new Map<number, number>()
  const views = new Map<number, Uint8Array[]>()

  while (reader.next()) {
    if (reader.wire === WIRE_BYTES) {
      views.set(reader.field, [...views.get(reader.field) ?? [], reader.view()])
    } else if (reader.wire === WIRE_VARINT) {
      varints.set(reader.field, reader.varint())
    } else {
      reader.skip()
    }
  }

  return { varints, views }
}
