import { concatBytes } from '../concat-bytes.ts'
import { WIRE_BYTES, WIRE_VARINT } from './protobuf-reader.ts'
import { varintBytes } from './varint.ts'

/**
 * A field of bytes, or of a message: its content with tag and length before it. Pieces, to be joined with those of
 * other fields.
 */
export function bytesField (id: number, ...content: readonly Uint8Array[]): Uint8Array[] {
  return [varintBytes(id * 8 + WIRE_BYTES), ...lengthPrefixed(content)]
}

/** A field of a whole number from 0 to 2^53 - 1. */
export function varintField (id: number, value: number): Uint8Array {
  return concatBytes([varintBytes(id * 8 + WIRE_VARINT), varintBytes(value)])
}

/** Pieces with the length of all of them before them, as messages go over a stream. */
export function lengthPrefixed (pieces: readonly Uint8Array[]): Uint8Array[] {
  return [varintBytes(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)), ...pieces]
}
