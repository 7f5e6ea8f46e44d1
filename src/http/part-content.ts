import { ByteSearch } from '../bytes/byte-search.ts'
import type { ChunkReader } from './chunk-reader.ts'
import { MultipartError } from './multipart-error.ts'

const CR = 13
const LF = 10
const DASH = 45
const SPACE = 32
const TAB = 9

/** What ends a part: a line end and `--boundary`, a bare line feed where the first delimiter line ended in one (RFC 2046, section 5.1.1). */
export class Delimiter {
  readonly bytes: Uint8Array
  readonly dashBoundary: Uint8Array
  readonly search: ByteSearch
  readonly lineEnd: '\r\n' | '\n'

  constructor (lineEnd: '\r\n' | '\n', boundary: string) {
    this.lineEnd = lineEnd
    this.bytes = new TextEncoder().encode(`${lineEnd}--${boundary}`)
    this.dashBoundary = this.bytes.subarray(lineEnd.length)
    this.search = new ByteSearch(this.bytes)
  }
}

/**
 * The bytes of a part. Ends before the line end of the next delimiter, which is left for the reader of the parts. Bytes that
 * look like the delimiter and go on with other characters belong to the content.
 */
export class PartContent implements AsyncIterable<Uint8Array> {
  readonly #reader: ChunkReader
  readonly #delimiter: Delimiter
  #started = false
  #ended = false
  #error: MultipartError | undefined

  constructor (reader: ChunkReader, delimiter: Delimiter) {
    this.#reader = reader
    this.#delimiter = delimiter
  }

  /** Iterating again goes on where it was left. */
  [Symbol.asyncIterator] (): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const value = await this.#next()
        return value == null ? { done: true, value: undefined } : { done: false, value }
      },
      return: async () => ({ done: true, value: undefined })
    }
  }

  /** Passes what was not taken. A body that ends in it is seen by whoever asks for the next part. */
  async skip (): Promise<void> {
    while (this.#error == null && await this.#next().catch(ignoreCut) != null);
  }

  async #next (): Promise<Uint8Array | undefined> {
    if (this.#error != null) {
      throw this.#error
    }

    if (!this.#started && !this.#ended) {
      // an empty part: the blank line of the header is the line end of the delimiter
      this.#ended = await this.#isDelimiter(0, this.#delimiter.dashBoundary)
      this.#started = true
    }

    for (let from = 0; !this.#ended;) {
      const { bytes, search } = this.#delimiter
      const at = search.indexIn(this.#reader.buffer, from)

      if (at >= 0) {
        if (await this.#isDelimiter(at, bytes)) {
          this.#ended = true
          return at === 0 ? undefined : this.#reader.take(at)
        }

        from = at + bytes.length
        continue
      }

      const ready = this.#reader.buffer.length - tailLength(this.#reader.buffer, bytes)

      if (ready > 0) {
        return this.#reader.take(ready)
      }

      // what was looked through without a hit, but for a tail that may start a delimiter
      from = 0

      if (!await this.#reader.more()) {
        this.#error = new MultipartError('unexpected EOF')
        throw this.#error
      }
    }

    return undefined
  }

  /** Whether these bytes stand there and what follows them makes them a delimiter: white space or `--` (Go's `matchAfterPrefix`). */
  async #isDelimiter (at: number, bytes: Uint8Array): Promise<boolean> {
    const reader = this.#reader
    const end = at + bytes.length
    await reader.atLeast(Math.min(end, at + 1))

    while (reader.buffer.length < end) {
      if (!startsWith(bytes, reader.buffer.subarray(at)) || !await reader.more()) {
        return false
      }
    }

    if (!startsWith(reader.buffer.subarray(at), bytes)) {
      return false
    }

    if (!await reader.atLeast(end + 1)) {
      return true
    }

    const next = reader.buffer[end]
    return next === SPACE || next === TAB || next === CR || next === LF ||
      (next === DASH && await reader.atLeast(end + 2) && reader.buffer[end + 1] === DASH)
  }
}

/** How many bytes at the end may be the start of a delimiter. It has one line end, so only the last one of the buffer can start it. */
function tailLength (buffer: Uint8Array, delimiter: Uint8Array): number {
  const tail = buffer.subarray(Math.max(0, buffer.length - delimiter.length + 1))
  const at = tail.lastIndexOf(delimiter[0])
  return at >= 0 && startsWith(delimiter, tail.subarray(at)) ? tail.length - at : 0
}

export function startsWith (bytes: Uint8Array, prefix: Uint8Array): boolean {
  if (bytes.length < prefix.length) {
    return false
  }

  for (let i = 0; i < prefix.length; i++) {
    if (bytes[i] !== prefix[i]) {
      return false
    }
  }

  return true
}

function ignoreCut (err: Error): undefined {
  if (err.name !== 'MultipartError') {
    throw err
  }
}
