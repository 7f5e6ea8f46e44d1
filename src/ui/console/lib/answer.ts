/** Rows that are stored for display, at the beginning and at the end. The rows between them are only counted. */
const PREFETCHED_ROWS = 250
const LAST_ROWS = 250

/** Limits of a stored row's length. The first row has a larger limit, because it may be the whole answer. */
const MAX_ROW_CHARS = 64 * 1024
const MAX_FIRST_ROW_CHARS = 1024 * 1024

/** Bytes at the beginning that can be inspected. */
const HEAD_BYTES = 64 * 1024

/** Limit of bytes that are held for saving as a file. */
const MAX_SAVED_BYTES = 256 * 1024 * 1024

/** Size of the Blobs that chunks are collected in; a browser may move Blobs to disk. */
const BLOB_BYTES = 4 * 1024 * 1024

/** A received row, without its line end. */
export interface AnswerRow {
  text: string
  /** whether the row was truncated */
  isCut: boolean
}

/** A streamed answer: counted in full, with limits on the stored part. */
export class Answer {
  /** received rows; the last one counts once its line or the answer has ended */
  rows = 0
  bytes = 0
  first: AnswerRow[] = []
  last: AnswerRow[] = []

  #decoder = new TextDecoder()
  #row = ''
  #rowIsCut = false
  #head: Uint8Array[] = []
  #headBytes = 0
  #chunks: Uint8Array[] = []
  #chunkBytes = 0
  #blobs: Blob[] = []

  /** number of rows between `first` and `last` */
  get skipped (): number {
    return this.rows - this.first.length - this.last.length
  }

  push (chunk: Uint8Array): void {
    this.bytes += chunk.byteLength
    this.#takeText(this.#decoder.decode(chunk, { stream: true }))

    if (this.#headBytes < HEAD_BYTES) {
      const part = chunk.slice(0, HEAD_BYTES - this.#headBytes)
      this.#head.push(part)
      this.#headBytes += part.byteLength
    }

    if (this.bytes <= MAX_SAVED_BYTES) {
      this.#chunks.push(chunk)
      this.#chunkBytes += chunk.byteLength

      if (this.#chunkBytes >= BLOB_BYTES) {
        this.#pack()
      }
    } else {
      this.#chunks = []
      this.#blobs = []
    }
  }

  end (): void {
    this.#takeText(this.#decoder.decode())
    if (this.#row.trim() !== '') {
      this.#endRow()
    }
  }

  /** Returns the first bytes, and whether all of them are text. */
  head (): { bytes: Uint8Array; isText: boolean } {
    const bytes = new Uint8Array(this.#headBytes)
    let at = 0

    for (const part of this.#head) {
      bytes.set(part, at)
      at += part.byteLength
    }

    return { bytes, isText: isText(bytes) }
  }

  /** Returns the whole answer; undefined if it exceeds the limit. */
  whole (): Blob | undefined {
    if (this.bytes > MAX_SAVED_BYTES) {
      return undefined
    }

    this.#pack()
    return new Blob(this.#blobs)
  }

  #pack (): void {
    this.#blobs.push(new Blob(this.#chunks as BlobPart[]))
    this.#chunks = []
    this.#chunkBytes = 0
  }

  #takeText (text: string): void {
    const lines = text.split('\n')

    for (const [i, line] of lines.entries()) {
      const room = (this.rows === 0 ? MAX_FIRST_ROW_CHARS : MAX_ROW_CHARS) - this.#row.length
      this.#row += line.slice(0, room)
      this.#rowIsCut ||= line.length > room
      if (i < lines.length - 1 && this.#row.trim() !== '') {
        this.#endRow()
      }
    }
  }

  #endRow (): void {
    const row = { text: this.#row, isCut: this.#rowIsCut }
    this.rows++
    this.#row = ''
    this.#rowIsCut = false

    if (this.first.length < PREFETCHED_ROWS) {
      this.first.push(row)
      return
    }

    this.last.push(row)
    if (this.last.length > LAST_ROWS) {
      this.last.shift()
    }
  }
}

/** Returns whether bytes are UTF-8 without control characters. A truncated last character is allowed. */
function isText (bytes: Uint8Array): boolean {
  try {
    return !/[\u0000-\u0008\u000e-\u001f]/.test(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    )
  } catch {
    return false
  }
}
