import { concatBytes } from '../../bytes/concat-bytes.ts'
import { EofError, unexpectedEof } from '../../go/text/eof-error.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'

/** A CBOR token, as split by refmt (go-ipld-prime's CBOR library). A `length` of -1 means an indefinite length. */
export type CborToken =
  | { type: 'map' | 'array'; length: number }
  | { type: 'break' }
  | { type: 'null' }
  | { type: 'bool'; value: boolean }
  | { type: 'int' | 'uint'; value: bigint }
  | { type: 'float'; value: number }
  | { type: 'string'; value: string; bytes: number }
  | { type: 'bytes'; value: Uint8Array; tag: bigint | undefined }

const BREAK = 0xff
const MAX_FIELD_BYTES = 33554432
const MAX_INT64 = 2n ** 63n - 1n

/**
 * Reads CBOR token by token, exactly as strict and lenient as refmt: any form of a number or length is valid, and tags
 * only count before bytes.
 */
export class CborTokens {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor (bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get atEnd (): boolean {
    return this.#at === this.#bytes.length
  }

  /**
   * Reads the next token.
   *
   * @throws EofError if the bytes end before the token or right after its head; "unexpected EOF" if they end within it
   */
  next (): CborToken {
    return this.#token(this.#byte(), undefined)
  }

  #token (head: number, tag: bigint | undefined): CborToken {
    switch (head) {
      case BREAK:
        return { type: 'break' }
      case 0xf4:
        return { type: 'bool', value: false }
      case 0xf5:
        return { type: 'bool', value: true }
      case 0xf6:
      case 0xf7:
        return { type: 'null' }
      case 0xf9:
        return { type: 'float', value: halfFloat(this.#view.getUint16(this.#take(2))) }
      case 0xfa:
        return { type: 'float', value: this.#view.getFloat32(this.#take(4)) }
      case 0xfb:
        return { type: 'float', value: this.#view.getFloat64(this.#take(8)) }
      case 0x5f:
        return { type: 'bytes', value: this.#chunks(0x40), tag }
      case 0x7f:
        return this.#string(this.#chunks(0x60))
      case 0x9f:
        return { type: 'array', length: -1 }
      case 0xbf:
        return { type: 'map', length: -1 }
      default:
        return this.#major(head, tag)
    }
  }

  #major (head: number, tag: bigint | undefined): CborToken {
    switch (head >> 5) {
      case 0:
        return { type: 'uint', value: this.#uint(head) }
      case 1:
        return { type: 'int', value: this.#negative(head) }
      case 2:
        return { type: 'bytes', value: this.#field(head, 'byte').slice(), tag }
      case 3:
        return this.#string(this.#field(head, 'string'))
      case 4:
        return { type: 'array', length: this.#length(head) }
      case 5:
        return { type: 'map', length: this.#length(head) }
      case 6:
        return this.#tagged(head, tag)
      default:
        throw new Error(`Invalid majorByte: 0x${head.toString(16)}`)
    }
  }

  #tagged (head: number, outer: bigint | undefined): CborToken {
    if (outer != null) {
      throw new Error('unsupported multiple tags on a single data item')
    }

    const tag = BigInt(this.#length(head))
    const next = this.#byte()

    if (next === BREAK) {
      throw new Error('Invalid majorByte: 0xff')
    }

    return this.#token(next, tag)
  }

  #string (bytes: Uint8Array): CborToken {
    return { type: 'string', value: decodeUtf8(bytes), bytes: bytes.length }
  }

  /** Reads a field of definite length as a view. */
  #field (head: number, kind: string): Uint8Array {
    const declared = this.#exactLength(head)

    if (declared > MAX_FIELD_BYTES) {
      throw new Error(`cbor: decoding rejected oversized ${kind} field: ${declared} is too large`)
    }

    const length = Number(declared)
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Reads a string or bytes of indefinite length: chunks up to a break. */
  #chunks (major: number): Uint8Array {
    const parts: Uint8Array[] = []

    for (let head = this.#byte(); head !== BREAK; head = this.#byte()) {
      if ((head & 0xe0) !== major) {
        throw new Error(
          `cbor: expect bytes or string major type in indefinite string/bytes; got: ${head & 0xe0}, byte: ${head}`
        )
      }

      parts.push(this.#field(head, 'indefinite string/bytes'))
    }

    return concatBytes(parts)
  }

  #negative (head: number): bigint {
    const value = this.#uint(head)

    if (value > MAX_INT64) {
      throw new Error('cbor: negative integer out of rage of int64 type')
    }

    return -1n - value
  }

  #length (head: number): number {
    // a length above 2^53 exceeds any input and is refused, so rounding is harmless
    return Number(this.#exactLength(head))
  }

  #exactLength (head: number): bigint {
    const length = this.#uint(head)

    if (length > MAX_INT64) {
      throw new Error('cbor: positive integer is out of length')
    }

    return length
  }

  #uint (head: number): bigint {
    switch (head & 0x1f) {
      case 24:
        return BigInt(this.#bytes[this.#take(1)])
      case 25:
        return BigInt(this.#view.getUint16(this.#take(2)))
      case 26:
        return BigInt(this.#view.getUint32(this.#take(4)))
      case 27:
        return this.#view.getBigUint64(this.#take(8))
      default:
        if ((head & 0x1f) > 27) {
          throw new Error(`decodeUint: Invalid descriptor: ${head}`)
        }
        return BigInt(head & 0x1f)
    }
  }

  #byte (): number {
    return this.#bytes[this.#take(1)]
  }

  /** Advances by `count` bytes and returns the previous position. */
  #take (count: number): number {
    const left = this.#bytes.length - this.#at

    if (count > left) {
      throw left === 0 ? new EofError() : unexpectedEof()
    }

    const start = this.#at
    this.#at += count
    return start
  }
}

/** Decodes an IEEE 754 binary16 number, which `DataView` cannot read in all browsers yet (RFC 8949, appendix D). */
function halfFloat (bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = bits >> 10 & 0x1f
  const mantissa = bits & 0x3ff

  switch (exponent) {
    case 0:
      return sign * mantissa * 2 ** -24
    case 31:
      return mantissa === 0 ? sign * Infinity : NaN
    default:
      return sign * (1024 + mantissa) * 2 ** (exponent - 25)
  }
}
