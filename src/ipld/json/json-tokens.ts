import { EofError } from '../../go/text/eof-error.ts'
import { readJsonString } from './json-string.ts'

/** A JSON token, as split by refmt (go-ipld-prime's JSON library). */
export type JsonToken =
  | { type: 'map open' | 'array open' | 'map close' | 'array close' | 'comma' | 'colon' }
  | { type: 'null' }
  | { type: 'bool'; value: boolean }
  | { type: 'int'; value: bigint }
  | { type: 'float'; value: number }
  | { type: 'string'; value: string }

const MAX_INT64 = 2n ** 63n - 1n
const MAX_INT64_CHARS = 20
const MAX_UINT64 = 2n ** 64n - 1n
const MIN_INT64 = -(2n ** 63n)
const NAMES: Record<number, string> = {
  0x2c: 'comma',
  0x3a: 'colon',
  0x7b: 'map open',
  0x7d: 'map close',
  0x5b: 'array open',
  0x5d: 'array close',
  0x22: 'quote'
}

/**
 * Matches the characters that refmt's scanner accepts as a number. If the match cannot be parsed, the error is that of
 * `strconv`.
 */
const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]?\d*)?|\.|[eE][+-]?\d*)?)?/
const ascii = new TextDecoder('latin1')

/** Reads JSON byte by byte, exactly as strict and lenient as refmt. */
export class JsonTokens {
  readonly #bytes: Uint8Array
  #at = 0

  constructor (bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Consumes white space and the next other byte, which it returns. */
  significant (): number {
    for (;;) {
      if (this.#at >= this.#bytes.length) {
        throw new EofError()
      }

      const byte = this.#bytes[this.#at++]

      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) {
        return byte
      }
    }
  }

  /** Reads the scalar that starts with `first`, or the opening of a list or map. */
  scalar (first: number, expected: 'value' | 'key'): JsonToken {
    switch (first) {
      case 0x7b:
        return { type: 'map open' }
      case 0x5b:
        return { type: 'array open' }
      case 0x22:
        return this.#string()
      // refmt checks only the first letter
      case 0x6e:
        this.#skip(3)
        return { type: 'null' }
      case 0x66:
        this.#skip(4)
        return { type: 'bool', value: false }
      case 0x74:
        this.#skip(3)
        return { type: 'bool', value: true }
      default:
        if (first === 0x2d || (first >= 0x30 && first <= 0x39)) {
          return this.#number()
        }
        throw new Error(`invalid char while expecting start of ${expected}: ${byteName(first)}`)
    }
  }

  /** Checks that only white space and zero bytes follow. */
  end (): void {
    for (; this.#at < this.#bytes.length; this.#at++) {
      if (![0x20, 0x00, 0x09, 0x0d, 0x0a].includes(this.#bytes[this.#at])) {
        throw new Error('unexpected content after end of json object')
      }
    }
  }

  #string (): JsonToken {
    const { value, end } = readJsonString(this.#bytes, this.#at)
    this.#at = end
    return { type: 'string', value }
  }

  #skip (count: number): void {
    this.#at = Math.min(this.#bytes.length, this.#at + count)
  }

  #number (): JsonToken {
    const start = this.#at - 1
    let end = start + 1

    while (end < this.#bytes.length && isNumeric(this.#bytes[end])) {
      end++
    }

    const text = NUMBER.exec(ascii.decode(this.#bytes.subarray(start, end)))?.[0] ?? ''
    this.#at = start + text.length
    return parseNumber(text)
  }
}

export function byteName (byte: number): string {
  return NAMES[byte] ?? `0x${byte.toString(16)}`
}

function isNumeric (byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 ||
    byte === 0x65
}

function parseNumber (text: string): JsonToken {
  if (/^-?\d+$/.test(text)) {
    // do not convert huge numbers, which could have a million digits
    const value = text.length > MAX_INT64_CHARS ? undefined : BigInt(text)

    if (value == null || value > MAX_INT64 || value < MIN_INT64) {
      throw new Error(`strconv.ParseInt: parsing "${text}": value out of range`)
    }

    return { type: 'int', value }
  }

  // refmt (`json/jsonDecoderTerminals.go`, `decodeNumber`, at commit 37766d95467a, which Kubo v0.40.0 uses) tries
  // `strconv.ParseInt` first and does not go on to floats after a range error. ParseInt reads digits from the left, so
  // it reports the overflow of `100000000000000000000.0` before it sees the point. `18446744073709551615.0` and `1e20`
  // are floats. Checked by running refmt.
  if (overflowsUint64(/^-?(\d*)/.exec(text)?.[1] ?? '')) {
    throw new Error(`strconv.ParseInt: parsing "${text}": value out of range`)
  }

  const value = /\d$|\d\.$/.test(text) ? Number(text) : NaN

  if (Number.isNaN(value)) {
    throw new Error(`strconv.ParseFloat: parsing "${text}": invalid syntax`)
  }

  if (!Number.isFinite(value)) {
    throw new Error(`strconv.ParseFloat: parsing "${text}": value out of range`)
  }

  return { type: 'float', value }
}

function overflowsUint64 (digits: string): boolean {
  const significant = digits.replace(/^0+/, '')
  return significant.length > MAX_INT64_CHARS || BigInt(significant) > MAX_UINT64
}
