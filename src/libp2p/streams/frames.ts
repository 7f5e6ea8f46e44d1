import { ByteQueue } from '../../bytes/byte-queue.ts'
import { defineError } from '../../errors/define-error.ts'

/** Thrown when a peer announces a longer message than it may send. */
export class FrameTooLargeError extends defineError('FrameTooLargeError') {}

const MAX_LENGTH_BYTES = 5

/**
 * Yields the messages of a stream, each prefixed by its length as a varint. Ends with the stream; drops a message that
 * the end cuts off.
 *
 * @throws FrameTooLargeError; the errors of the stream
 */
export async function* frames (source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const queue = new ByteQueue(source)

  for (;;) {
    const length = await readLength(queue)

    if (length == null) {
      return
    }

    if (length > maxBytes) {
      throw new FrameTooLargeError(`message of ${length} bytes exceeds the limit of ${maxBytes}`)
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

  throw new FrameTooLargeError('the length prefix of a message is too long')
}
