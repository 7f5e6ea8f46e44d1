import { unexpectedEof } from '../../go/text/eof-error.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'

const LF = 10
const CR = 13

/** Reads the parts of a git object. Treats any truncated object as an error; go-ipld-git accepts some. */
export class LineReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor (bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Returns the text up to a delimiter and skips the delimiter. */
  until (delimiter: number): string {
    const end = this.#bytes.indexOf(delimiter, this.#at)

    if (end < 0) {
      throw unexpectedEof()
    }

    const text = decodeUtf8(this.#bytes.subarray(this.#at, end))
    this.#at = end + 1
    return text
  }

  get atEnd (): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Returns the next line without its line break; undefined at the end. */
  line (): string | undefined {
    if (this.atEnd) {
      return undefined
    }

    const found = this.#bytes.indexOf(LF, this.#at)
    const next = found < 0 ? this.#bytes.length : found + 1
    const line = found < 0 ? next : found
    const end = found > this.#at && this.#bytes[found - 1] === CR ? line - 1 : line
    const text = decodeUtf8(this.#bytes.subarray(this.#at, end))
    this.#at = next
    return text
  }

  /** Returns the next line like `line`, but fails if there is none. */
  needLine (): string {
    const line = this.line()

    if (line == null) {
      throw unexpectedEof()
    }

    return line
  }

  take (count: number): Uint8Array {
    if (this.#bytes.length - this.#at < count) {
      throw unexpectedEof()
    }

    this.#at += count
    return this.#bytes.slice(this.#at - count, this.#at)
  }

  rest (): string {
    const text = decodeUtf8(this.#bytes.subarray(this.#at))
    this.#at = this.#bytes.length
    return text
  }
}
