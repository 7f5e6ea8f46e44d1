import type { BlobContent, TakenRest } from '../../bytes/blobs/blob-content.ts'
import { ByteSearch } from '../../bytes/byte-search.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { isError } from '../../errors/define-error.ts'
import type { ChunkReader } from '../body/chunk-reader.ts'
import { fileChunks } from '../body/file-chunks.ts'
import type { BodyBlob } from '../body/teed-body.ts'
import { MultipartError } from './part-headers.ts'

const CR = 13
const LF = 10
const DASH = 45
const SPACE = 32
const TAB = 9

/**
 * The delimiter of parts: a line end and `--boundary`. The line end is a bare line feed if the first delimiter line
 * ended in one (RFC 2046, section 5.1.1).
 */
export class Delimiter {
  readonly bytes: Uint8Array
  readonly dashBoundary: Uint8Array
  readonly search: ByteSearch
  readonly lineEnd: '\r\n' | '\n'
  /** usual length of the closing delimiter */
  readonly closingBytes: number

  constructor (lineEnd: '\r\n' | '\n', boundary: string) {
    this.lineEnd = lineEnd
    this.bytes = new TextEncoder().encode(`${lineEnd}--${boundary}`)
    this.dashBoundary = this.bytes.subarray(lineEnd.length)
    this.search = new ByteSearch(this.bytes)
    this.closingBytes = this.bytes.length + '--'.length + lineEnd.length
  }
}

/**
 * The content of a part. Ends before the line end of the next delimiter, which the reader of the parts consumes. Bytes
 * that start like the delimiter and continue with other characters belong to the content.
 */
export class PartContent implements BlobContent {
  readonly #reader: ChunkReader
  readonly #delimiter: Delimiter
  readonly #bodyBlob: BodyBlob | undefined
  /** position of the part in the body */
  readonly #start: number
  #started = false
  #ended = false
  #error: MultipartError | undefined

  /**
   * @param reader - at the first byte of the content
   * @param bodyBlob - the same body as a Blob
   */
  constructor (reader: ChunkReader, delimiter: Delimiter, bodyBlob?: BodyBlob) {
    this.#reader = reader
    this.#delimiter = delimiter
    this.#bodyBlob = bodyBlob
    this.#start = reader.position
  }

  /** Returns an iterator that continues at the current position. */
  [Symbol.asyncIterator] (): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const value = await this.#next()
        return value == null ? { done: true, value: undefined } : { done: false, value }
      },
      return: async () => ({ done: true, value: undefined })
    }
  }

  async takeRest (from: number, minBytes: number): Promise<TakenRest | undefined> {
    const body = this.#ended || this.#error != null ? undefined : await this.#bodyBlob?.for(from)
    const start = this.#start + from
    const end = (body?.size ?? 0) - this.#delimiter.closingBytes

    if (body == null || end - start < minBytes) {
      return undefined
    }

    this.#reader.goOn(fileChunks(body.slice(start)), start)
    return { blob: body.slice(start, end), read: fileChunks, until: (bytes) => this.#until(bytes, body, from) }
  }

  /** Yields bytes up to a possible delimiter, then continues with the reader, which decides whether it is one. */
  async *#until (bytes: AsyncIterable<Uint8Array>, body: Blob, from: number): AsyncGenerator<Uint8Array> {
    let at = this.#start + from
    let ended = false

    try {
      for await (const piece of bytes) {
        const end = await this.#endIn(piece, at, body)
        at += end
        ended = end < piece.length

        if (end > 0) {
          yield piece.subarray(0, end)
        }

        if (ended) {
          break
        }
      }
    } finally {
      this.#reader.goOn(fileChunks(body.slice(at)), at)
    }

    if (ended) {
      this.#bodyBlob?.ended(at - this.#start - from, from)
    }

    yield* this
  }

  /**
   * Returns how many bytes of a piece precede a delimiter or the start of one.
   *
   * @param at - position of the piece in the body
   */
  async #endIn (piece: Uint8Array, at: number, body: Blob): Promise<number> {
    const { bytes, search } = this.#delimiter
    const found = search.indexIn(piece)

    if (found >= 0) {
      return found
    }

    const end = piece.length - tailLength(piece, bytes)

    if (end === piece.length) {
      return end
    }

    const there = await toBytes(fileChunks(body.slice(at + end, at + end + bytes.length)))
    return startsWith(there, bytes) ? end : piece.length
  }

  /** Skips the unread rest. If the body ends in it, the next part reports the error. */
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

      // all searched bytes have been consumed, except a tail that may start a delimiter
      from = 0

      if (!await this.#reader.more()) {
        this.#error = new MultipartError('unexpected EOF')
        throw this.#error
      }
    }

    return undefined
  }

  /**
   * Returns whether the bytes are at a position and are followed by white space or `--`, which makes them a delimiter
   * (Go's `matchAfterPrefix`).
   */
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

/**
 * Returns how many bytes at the end may be the start of a delimiter. A delimiter has one line end, so only the last
 * line end of the buffer can start it.
 */
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
  if (!isError(err, MultipartError)) {
    throw err
  }
}
