import { ByteQueue } from '../bytes/byte-queue.ts'

/** A peer says that more is coming than it may send. */
export class FrameTooLargeError extends Error {
  static override name = 'FrameTooLargeError'
  override name = 'FrameTooLargeError'
}

const MAX_LENGTH_BYTES = 5

/**
 * Messages of a stream, each with its length as a varint before it. Ends with the stream; a message that is cut by its end is
 * let go.
 *
 * @throws FrameTooLargeError; what the stream throws
 */
export async function * frames (source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const queue = new ByteQueue(source)

  for (;;) {
    const length = await readLength(queue)

    if (length == null) {
      return
    }

    if (length > maxBytes) {
      throw new FrameTooLargeError(`a message of ${length} bytes, of which ${maxBytes} are allowed`)
    }

    if (!await queue.need(length)) {
      return
    }

    yield queue.take(length)
  }
}

async function readLength (queue: ByteQueue): Promise<number | undefined> {
  let length = 0

  for (let i = 0; i < MAX_LENGTH_BYTES; i++) {
    if (!await queue.need(i + 1)) {
      return undefined
    }

    const byte = queue.peek(i)
    length += (byte & 0x7f) * 2 ** (7 * i)

    if (byte < 0x80) {
      queue.take(i + 1)
      return length
    }
  }

  throw new FrameTooLargeError('the length of a message has no end')
}
