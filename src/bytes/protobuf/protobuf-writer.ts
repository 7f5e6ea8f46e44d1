import { concatBytes } from '../concat-bytes.ts'
import { WIRE_BYTES, WIRE_VARINT } from './protobuf-reader.ts'
import { varintBytes } from './varint.ts'

/**
 * Encodes a field of bytes or of a message: tag, length and content, as pieces to be joined with those of other fields.
 */
export function bytesField (id: number, ...content: readonly Uint8Array[]): Uint8Array[] {
  return [varintBytes(id * 8 + WIRE_BYTES), ...lengthPrefixed(content)]
}

/** Encodes a field of an integer from 0 to 2^53 - 1. */
export function varintField (id: number, value: number): Uint8Array {
  return concatBytes([varintBytes(id * 8 + WIRE_VARINT), varintBytes(value)])
}

/** Prepends the total length to pieces, as messages are sent over a stream. */
export function lengthPrefixed (pieces: readonly Uint8Array[]): Uint8Array[] {
  return [varintBytes(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)), ...pieces]
}
