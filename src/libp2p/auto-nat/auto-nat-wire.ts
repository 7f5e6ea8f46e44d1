import { concatBytes } from '../../bytes/concat-bytes.ts'
import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf-reader.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf-writer.ts'
import type { AutoNatAnswer, AutoNatRequest } from './auto-nat-message.ts'

/** Numbers of the fields (go-libp2p `p2p/host/autonat/pb/autonat.proto`), and the types of messages. */
const MESSAGE = { type: 1, dial: 2, answer: 3 } as const
const DIAL = { peer: 1 } as const
const PEER = { id: 1, address: 2 } as const
const ANSWER = { status: 1, text: 2, address: 3 } as const
const TYPE_DIAL = 0
const TYPE_ANSWER = 1

/** What a peer asks, and of which peer; undefined for a message that asks for no dial. @throws ProtobufError */
export function readAutoNatRequest (bytes: Uint8Array): { peer: AutoNatRequest | undefined } | undefined {
  const { varints, views } = fields(bytes)

  if ((varints.get(MESSAGE.type) ?? TYPE_DIAL) !== TYPE_DIAL) {
    return undefined
  }

  const [peer] = fields(views.get(MESSAGE.dial)?.at(-1) ?? new Uint8Array()).views.get(DIAL.peer)?.slice(-1) ?? []

  if (peer == null) {
    return { peer: undefined }
  }

  const of = fields(peer).views
  return { peer: { id: of.get(PEER.id)?.at(-1), addresses: of.get(PEER.address) ?? [] } }
}

/** The answer with its length before it. */
export function writeAutoNatAnswer ({ status, text, address }: AutoNatAnswer): Uint8Array {
  return concatBytes(lengthPrefixed([
    varintField(MESSAGE.type, TYPE_ANSWER),
    ...bytesField(MESSAGE.answer,
      varintField(ANSWER.status, status),
      ...text == null ? [] : bytesField(ANSWER.text, new TextEncoder().encode(text)),
      ...address == null ? [] : bytesField(ANSWER.address, address))
  ]))
}

function fields (bytes: Uint8Array): { varints: Map<number, number>, views: Map<number, Uint8Array[]> } {
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
