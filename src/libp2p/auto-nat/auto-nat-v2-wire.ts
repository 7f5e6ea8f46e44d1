import { concatBytes } from '../../bytes/concat-bytes.ts'
import { ProtobufReader, WIRE_BYTES, WIRE_FIXED64, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import { bytesField, lengthPrefixed } from '../../bytes/protobuf/protobuf-writer.ts'
import { varintBytes } from '../../bytes/protobuf/varint.ts'
import type { V2Answer } from './auto-nat-v2-message.ts'

/** Field numbers (go-libp2p `p2p/protocol/autonatv2/pb/autonatv2.proto`). */
const MESSAGE = { request: 1, response: 2, dataRequest: 3, dataResponse: 4 } as const
const REQUEST = { address: 1, nonce: 2 } as const
const RESPONSE = { status: 1, index: 2, dialStatus: 3 } as const
const DATA_REQUEST = { index: 1, bytes: 2 } as const
const DATA_RESPONSE = { data: 1 } as const
const BACK = { nonce: 1 } as const

/** Length of a nonce. */
export const NONCE_BYTES = 8

/** Encodes a dial request, with its length prefix like everything here. */
export function writeDialRequest (address: Uint8Array, nonce: Uint8Array): Uint8Array {
  return concatBytes(
    lengthPrefixed(
      bytesField(
        MESSAGE.request,
        ...bytesField(REQUEST.address, address),
        varintBytes(REQUEST.nonce * 8 + WIRE_FIXED64),
        nonce
      )
    )
  )
}

export function writeDialData (data: Uint8Array): Uint8Array {
  return concatBytes(lengthPrefixed(bytesField(MESSAGE.dataResponse, ...bytesField(DATA_RESPONSE.data, data))))
}

/** Encodes the confirmation of a nonce: a message with a single field, at its default value. */
export function writeDialBackResponse (): Uint8Array {
  return concatBytes(lengthPrefixed([]))
}

/**
 * Decodes an answer.
 *
 * @throws ProtobufError; an Error for a message that is no answer
 */
export function readV2Answer (bytes: Uint8Array): V2Answer {
  const reader = new ProtobufReader(bytes)

  while (reader.next()) {
    if (reader.wire === WIRE_BYTES && reader.field === MESSAGE.response) {
      const numbers = numbersOf(reader.view())
      return {
        type: 'response',
        status: numbers.get(RESPONSE.status) ?? 0,
        index: numbers.get(RESPONSE.index) ?? 0,
        dialStatus: numbers.get(RESPONSE.dialStatus) ?? 0
      }
    }

    if (reader.wire === WIRE_BYTES && reader.field === MESSAGE.dataRequest) {
      const numbers = numbersOf(reader.view())
      return { type: 'data', index: numbers.get(DATA_REQUEST.index) ?? 0, bytes: numbers.get(DATA_REQUEST.bytes) ?? 0 }
    }

    reader.skip()
  }

  throw new Error('the message is not a response')
}

/**
 * Decodes the nonce that a peer sends on the connection that it was asked to open; undefined without one.
 *
 * @throws ProtobufError
 */
export function readDialBack (bytes: Uint8Array): Uint8Array | undefined {
  const reader = new ProtobufReader(bytes)
  let nonce: Uint8Array | undefined

  while (reader.next()) {
    reader.skip()

    if (reader.field === BACK.nonce && reader.wire === WIRE_FIXED64) {
      nonce = bytes.slice(reader.at - NONCE_BYTES, reader.at)
    }
  }

  return nonce
}

function numbersOf (bytes: Uint8Array): Map<number, number> {
  const reader = new ProtobufReader(bytes)
  const numbers = new Map<number, number>()

  while (reader.next()) {
    if (reader.wire === WIRE_VARINT) {
      numbers.set(reader.field, reader.varint())
    } else {
      reader.skip()
    }
  }

  return numbers
}
