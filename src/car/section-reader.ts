import { ByteQueue } from '../bytes/byte-queue.ts'
import { EofError, unexpectedEof } from '../go/text/eof-error.ts'

/** Limit of go-car: a varint of at most 63 bits. */
const MAX_VARINT_BYTES = 9

/**
 * Reads the sections of a CAR: a varint with the length, then that number of bytes (ipld.io/specs/transport/car/carv1).
 */
export class SectionReader {
  readonly #queue: ByteQueue
  /** Unread bytes of the payload; unknown (infinite) for a CARv1. */
  #left = Infinity

  constructor (source: AsyncIterable<Uint8Array>) {
    this.#queue = new ByteQueue(source)
  }

  /** Sets the number of payload bytes from the current position on. An earlier end is an error. */
  limit (bytes: number): void {
    this.#left = bytes
  }

  /**
   * Returns the next section, or undefined at the end.
   *
   * @param tooLarge - message for a section above `maxBytes`, which is not read
   * @throws an Error if the stream ends within the section. go-car accepts an end directly after the length as a clean
   *   end and loses the section; here it is an error
   */
  async next (maxBytes: number, tooLarge: string): Promise<Uint8Array | undefined> {
    if (this.#left === 0) {
      return undefined
    }

    let length = 0
    let factor = 1

    for (let i = 0;; i++) {
      // Wait only if necessary: most sections are in the buffer already.
      if (this.#queue.available <= i && !await this.#queue.need(i + 1)) {
        if (i === 0 && this.#left === Infinity) {
          return undefined
        }

        throw unexpectedEof()
      }

      const byte = this.#queue.peek(i)
      length += (byte & 0x7f) * factor
      factor *= 0x80

      if (byte < 0x80) {
        checkMinimal(byte, i)
        this.#drop(i + 1)
        break
      }

      if (i === MAX_VARINT_BYTES - 1) {
        throw new Error('varints larger than uint63 not supported')
      }
    }

    if (length > maxBytes) {
      throw new Error(tooLarge)
    }

    return await this.take(length)
  }

  async take (count: number): Promise<Uint8Array> {
    if (count > this.#left || (this.#queue.available < count && !await this.#queue.need(count))) {
      throw unexpectedEof()
    }

    this.#left -= count
    return this.#queue.take(count)
  }

  async skip (count: number): Promise<void> {
    if (!await this.#queue.skip(count)) {
      throw unexpectedEof()
    }
  }

  async close (): Promise<void> {
    await this.#queue.close()
  }

  #drop (count: number): void {
    if (count > this.#left) {
      throw unexpectedEof()
    }

    this.#left -= count
    this.#queue.take(count)
  }
}

function checkMinimal (last: number, index: number): void {
  if (last === 0 && index > 0) {
    throw new Error('varint not minimally encoded')
  }
}

/** Returns the error of go-car for an empty input. A command that fails with it ends normally. */
export function emptyCar (): Error {
  return new EofError()
}
