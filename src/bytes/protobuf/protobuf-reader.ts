import { defineError } from '../../errors/define-error.ts'
import { toUint64 } from './uint64.ts'
import type { Uint64 } from './uint64.ts'

/** Thrown for bytes that are not protobuf. The messages are those of Go's `protowire.ParseError`. */
export class ProtobufError extends defineError('ProtobufError') {}

export const WIRE_VARINT = 0
export const WIRE_FIXED64 = 1
export const WIRE_BYTES = 2
export const WIRE_FIXED32 = 5

const MAX_FIELD_NUMBER = 2 ** 29 - 1
const MAX_VARINT_BYTES = 10

/** A cursor over the fields of a protobuf message. Copies nothing. */
export class ProtobufReader {
  readonly bytes: Uint8Array
  readonly end: number
  at: number
  /** Number of the field of the last tag. */
  field = 0
  /** wire type of that field */
  wire = 0

  constructor (bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  /** Reads the next tag into `field` and `wire`. Returns false at the end of the message. */
  next (): boolean {
    if (this.at >= this.end) {
      return false
    }

    const tag = this.varint()
    this.wire = tag % 8
    this.field = (tag - this.wire) / 8

    if (this.field < 1 || this.field > MAX_FIELD_NUMBER) {
      throw new ProtobufError('invalid field number')
    }

    return true
  }

  /** Reads an unsigned varint as a number, which is inexact above 2^53. */
  varint (): number {
    let value = 0
    let factor = 1

    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.#byte()
      value += (byte & 0x7f) * factor

      if (byte < 0x80) {
        return value
      }

      factor *= 0x80
    }

    throw new ProtobufError('variable length integer overflow')
  }

  /** Reads a varint as a signed 64-bit integer. */
  int64 (): bigint {
    let value = 0n

    for (let i = 0n; i < MAX_VARINT_BYTES; i++) {
      const byte = this.#byte()
      value |= BigInt(byte & 0x7f) << (7n * i)

      if (byte < 0x80) {
        return BigInt.asIntN(64, value)
      }
    }

    throw new ProtobufError('variable length integer overflow')
  }

  /** Reads a varint as an unsigned 64-bit integer, exactly. Higher bits are dropped, as Go does. */
  uint64 (): Uint64 {
    const { at } = this
    const near = this.varint()

    if (Number.isSafeInteger(near)) {
      return near
    }

    this.at = at
    return toUint64(this.int64())
  }

  /**
   * Reads the length of length-delimited bytes, and moves past them.
   *
   * @returns where they start
   */
  span (): number {
    const length = this.varint()

    if (length > this.end - this.at) {
      throw new ProtobufError('unexpected EOF')
    }

    const start = this.at
    this.at += length
    return start
  }

  /** Reads length-delimited bytes as a view. */
  view (): Uint8Array {
    const start = this.span()
    return this.bytes.subarray(start, this.at)
  }

  /** Reads four bytes, little-endian. */
  fixed32 (): number {
    this.#need(4)
    const { bytes, at } = this
    this.at += 4
    return (bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24) >>> 0
  }

  /** Skips the value of a field. */
  skip (): void {
    switch (this.wire) {
      case WIRE_VARINT:
        this.varint()
        break
      case WIRE_FIXED64:
        this.#need(8)
        this.at += 8
        break
      case WIRE_BYTES:
        this.span()
        break
      case WIRE_FIXED32:
        this.#need(4)
        this.at += 4
        break
      default:
        throw new ProtobufError('cannot parse reserved wire type')
    }
  }

  #byte (): number {
    if (this.at >= this.end) {
      throw new ProtobufError('unexpected EOF')
    }

    return this.bytes[this.at++]
  }

  #need (count: number): void {
    if (this.end - this.at < count) {
      throw new ProtobufError('unexpected EOF')
    }
  }
}
