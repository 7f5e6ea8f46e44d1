import { CID } from 'multiformats/cid'
import { later } from '../../src/async/timers/later.ts'
import { concatBytes } from '../../src/bytes/concat-bytes.ts'

/** A message between the front and the node: a value, and bytes. */
export interface Frame<T> {
  message: T
  bytes: Uint8Array
}

/** Lengths of the message and of the bytes. */
const HEAD_BYTES = 8

/** Limit of a frame: a segment's worth of blocks. Longer ones are not sent, so the stream is damaged. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024

/** Bytes of frames that wait for their reader, above which the writer waits. */
const QUEUE_BYTES = 256 * 1024

/**
 * Interval of empty frames, and the time without any frame after which the other side counts as gone: the engine does
 * not break the stream of an object that it has evicted.
 */
const ALIVE_MS = 3000
const GONE_MS = 20_000

const NO_BYTES = new Uint8Array(0)

/** Converts a value to JSON, with big integers, infinite numbers and CIDs. */
export function toWireText (value: unknown): string {
  // A CID has the JSON form `{"/": "bafy…"}`.
  return JSON.stringify(value, (_key, value: unknown) => {
    if (typeof value === 'bigint') {
      return { '#big': String(value) }
    }

    return typeof value === 'number' && !Number.isFinite(value) ? { '#number': String(value) } : value
  })
}

/** Converts JSON of `toWireText` back. */
export function fromWireText (text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    const { '#big': big, '#number': number, '/': cid } = (value ?? {}) as Record<string, string | undefined>

    if (big != null) {
      return BigInt(big)
    }

    if (number != null) {
      return Number(number)
    }

    return cid == null ? value : CID.parse(cid)
  })
}

/** A stream of frames to the other side. */
export class FrameWriter<T> {
  readonly readable: ReadableStream<Uint8Array>
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  readonly #stopAlive: () => void
  #last: Promise<void> = Promise.resolve()

  constructor () {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
      undefined,
      new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES })
    )
    this.readable = readable
    this.#writer = writable.getWriter()
    // Thrown by the next call.
    this.#writer.closed.catch(() => {
      this.#stopAlive()
    })
    const timer = setInterval(() => {
      this.#sendAlive()
    }, ALIVE_MS)
    this.#stopAlive = () => {
      clearInterval(timer)
    }
  }

  /**
   * Sends a frame. Resolves when there is room for the next one.
   *
   * @throws if the other side has left
   */
  async send (message: T, bytes: Uint8Array = NO_BYTES): Promise<void> {
    const text = new TextEncoder().encode(toWireText(message))
    const head = new Uint8Array(HEAD_BYTES)
    const view = new DataView(head.buffer)
    view.setUint32(0, text.byteLength)
    view.setUint32(4, bytes.byteLength)
    // Callers that run concurrently must not mix their frames.
    const sent = this.#last.then(async () => {
      await this.#writer.ready
      this.#writer.write(concatBytes([head, text])).catch(() => {})

      if (bytes.byteLength > 0) {
        this.#writer.write(bytes).catch(() => {})
      }

      await this.#writer.ready
    })
    this.#last = sent.catch(() => {})
    await sent
  }

  /** Ends the stream after the frames that were sent. Does not wait for a reader, which may have gone. */
  close (): void {
    this.#stopAlive()
    this.#last.then(async () => {
      await this.#writer.close()
    }).catch(() => {})
  }

  /** Sends an empty frame, unless frames wait for their reader. */
  #sendAlive (): void {
    this.#last = this.#last.then(() => {
      if ((this.#writer.desiredSize ?? 0) > 0) {
        this.#writer.write(new Uint8Array(HEAD_BYTES)).catch(() => {})
      }
    })
  }

  /** Breaks the stream. */
  abort (reason: unknown): void {
    this.#stopAlive()
    this.#writer.abort(reason).catch(() => {})
  }
}

/** Rejects if a read takes too long. */
async function unlessGone<T> (read: Promise<T>): Promise<T> {
  let stop = (): void => {}
  const gone = new Promise<never>((_resolve, reject) => {
    stop = later(() => {
      reject(new Error('the other side of the upload has gone'))
    }, GONE_MS)
  })
  return await Promise.race([read, gone]).finally(() => {
    stop()
  })
}

/**
 * Reads a stream of frames.
 *
 * @throws if the stream breaks or ends within a frame, or if the other side has gone
 */
export async function* readFrames<T> (
  stream: ReadableStream<Uint8Array>,
  signal?: AbortSignal
): AsyncGenerator<Frame<T>> {
  const reader = stream.getReader()
  let held: Uint8Array[] = []
  let heldBytes = 0
  const cancel = (): void => {
    reader.cancel(signal?.reason).catch(() => {})
  }
  signal?.addEventListener('abort', cancel, { once: true })

  /** Returns the next bytes; undefined at the end. */
  const take = async (length: number): Promise<Uint8Array | undefined> => {
    while (heldBytes < length) {
      const { done, value } = await unlessGone(reader.read())
      signal?.throwIfAborted()

      if (done) {
        if (heldBytes > 0) {
          throw new Error('the stream ended within a message')
        }

        return undefined
      }

      held.push(value)
      heldBytes += value.byteLength
    }

    const all = held.length === 1 ? held[0] : concatBytes(held)
    held = all.byteLength > length ? [all.subarray(length)] : []
    heldBytes -= length
    return all.subarray(0, length)
  }

  try {
    signal?.throwIfAborted()

    for (let head = await take(HEAD_BYTES); head != null; head = await take(HEAD_BYTES)) {
      const view = new DataView(head.buffer, head.byteOffset, HEAD_BYTES)
      const [textBytes, bytes] = [view.getUint32(0), view.getUint32(4)]

      if (textBytes + bytes > MAX_FRAME_BYTES) {
        throw new Error('a message is too long')
      }

      if (textBytes === 0) {
        continue // the other side is alive
      }

      const body = await take(textBytes + bytes)

      if (body == null) {
        throw new Error('the stream ended within a message')
      }

      yield {
        message: fromWireText(new TextDecoder().decode(body.subarray(0, textBytes))) as T,
        bytes: body.subarray(textBytes)
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    reader.cancel().catch(() => {})
  }
}
