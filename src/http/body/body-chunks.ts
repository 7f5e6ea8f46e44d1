import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { later } from '../../async/timers/later.ts'
import { IS_NODE } from '../../bytes/is-node.ts'
import { defineError } from '../../errors/define-error.ts'
import { ReadRing } from './read-ring.ts'

/** An upload that was cancelled because its sender stalled, so that its readers do not wait forever. */
class UploadStalledError extends defineError('UploadStalledError') {
  constructor (ms: number) {
    super(`the upload stood still for ${ms / 1000} s and was cut: nothing of it is kept that was not answered before`)
  }
}

/** The size of a read: large enough to amortize its fixed cost, small enough that several fit in memory. */
const CHUNK_BYTES = 1024 * 1024

/** The size of the first read, which covers most bodies: a read allocates its whole buffer. */
const FIRST_CHUNK_BYTES = 64 * 1024

/**
 * Multiplies the stall timeout of a read with `min`, which cannot distinguish a slow sender from a stalled one. A
 * sender that has slowed down to 5 KB/s is then read byte by byte and not cancelled.
 */
const WHOLE_CHUNK_TIMES = 4

/**
 * If the last read was faster than this, the next one waits for a whole chunk (`min`). Slow senders are read byte by
 * byte, or they would look stalled.
 */
const QUICK_MS = 1000

/**
 * Node 20 loses the last bytes of a stream that ends during a read with `min` ("Invalid state: ReadableStream closed").
 * The default reader is used there: without `min`, each small piece would retain the buffer of a whole chunk.
 */
const LOSES_END_AT_MIN = IS_NODE

export interface BodyChunksOptions {
  /** cancels the body and fails the pending read, which a stalled sender would block forever */
  signal?: AbortSignal
  /**
   * how long a read waits for a stalled sender, in milliseconds; four times as long after a fast read; 0 for no limit
   */
  stallMs?: number
}

/**
 * Reads a request body in chunks of up to 1 MiB, which the caller owns.
 *
 * Uses the fastest way that the browser supports:
 *
 * - a BYOB reader with `min`: bytes land in the chunk's own buffer, with several times fewer reads
 * - the default reader elsewhere (in Node, the source determines the chunks)
 * - slices of a Blob if a worker's request has no body stream (Firefox)
 *
 * Reads ahead while the caller processes a chunk. Ending the iteration early cancels the body.
 *
 * @throws UploadStalledError if the sender stalls
 */
export async function* bodyChunks (request: Request, options: BodyChunksOptions = {}): AsyncGenerator<Uint8Array> {
  if (request.body != null) {
    yield* streamChunks(request.body, options)
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    yield* blobSlices(await unlessAborted(request.blob(), options.signal))
  }
}

/**
 * Reads a Blob like `bodyChunks`, in the chunks that the browser makes. Uses the default reader: in Chromium 156 a BYOB
 * read of a Blob may never settle on a busy machine, and it is no faster.
 */
export async function* blobChunks (blob: Blob, options: BodyChunksOptions = {}): AsyncGenerator<Uint8Array> {
  yield* defaultChunks(blob.stream().getReader(), options)
}

/** Reads any byte stream like `bodyChunks`. */
export async function* streamChunks (
  body: ReadableStream<Uint8Array>,
  options: BodyChunksOptions = {}
): AsyncGenerator<Uint8Array> {
  const byob = LOSES_END_AT_MIN ? undefined : byobReader(body)
  yield* byob == null ? defaultChunks(body.getReader(), options) : byobChunks(byob, options)
}

function byobReader (body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined // not a byte stream
  }
}

async function* byobChunks (reader: ReadableStreamBYOBReader, options: BodyChunksOptions): AsyncGenerator<Uint8Array> {
  let size = FIRST_CHUNK_BYTES
  let quick = true

  yield* readChunks(reader, options, async () => {
    // without support for `min` the option is ignored and a read may return less, which is fine
    const readOptions = { min: quick ? size : 1 } as ReadableStreamBYOBReaderReadOptions
    const start = performance.now()
    const { done, value } = await reader.read(new Uint8Array(size), readOptions)
    quick = performance.now() - start < QUICK_MS
    size = CHUNK_BYTES
    // copy small reads, so that they do not retain the whole buffer
    return { done, value: value != null && value.byteLength * 2 < value.buffer.byteLength ? value.slice() : value }
  }, () => quick && size === CHUNK_BYTES ? WHOLE_CHUNK_TIMES : 1)
}

async function* defaultChunks (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  options: BodyChunksOptions
): AsyncGenerator<Uint8Array> {
  yield* readChunks(reader, options, async () => await reader.read())
}

type Reader = ReadableStreamBYOBReader | ReadableStreamDefaultReader

/** @param times - multiplies the stall timeout of the current read */
async function* readChunks (
  reader: Reader,
  { signal, stallMs = 0 }: BodyChunksOptions,
  read: () => Promise<{ done: boolean; value?: Uint8Array }>,
  times = (): number => 1
): AsyncGenerator<Uint8Array> {
  const stopWatching = cancelOnAbort(reader, signal)
  const ring = new ReadRing(read)
  let done = false

  try {
    while (!done) {
      const result = await unlessStalled(ring.next(), stallMs * times())
      signal?.throwIfAborted() // a cancelled body looks like one that has ended
      done = result.done

      if (result.value != null && result.value.byteLength > 0) {
        yield result.value
      }
    }
  } finally {
    stopWatching()
    ring.stop()
    releaseReader(reader, done)
  }
}

async function unlessStalled<T> (read: Promise<T>, stallMs: number): Promise<T> {
  if (stallMs <= 0) {
    return await read
  }

  let stop = (): void => {}
  const stalled = new Promise<never>((_resolve, reject) => {
    stop = later(() => {
      reject(new UploadStalledError(stallMs))
    }, stallMs)
  })
  return await Promise.race([read, stalled]).finally(() => {
    stop()
  })
}

/** @returns a function that removes the listener */
function cancelOnAbort (reader: Reader, signal: AbortSignal | undefined): () => void {
  const cancel = (): void => {
    reader.cancel(signal?.reason).catch(() => {})
  }
  signal?.addEventListener('abort', cancel, { once: true })

  if (signal?.aborted === true) {
    cancel()
  }

  return () => {
    signal?.removeEventListener('abort', cancel)
  }
}

/**
 * Releases the reader and cancels an unfinished body. Does not wait for the cancellation, because a stalled sender may
 * delay it.
 */
function releaseReader (reader: Reader, done: boolean): void {
  if (!done) {
    // the source may have failed already, which leaves nothing to cancel
    reader.cancel().catch(() => {})
  }

  reader.releaseLock()
}

async function* blobSlices (blob: Blob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < blob.size; start += CHUNK_BYTES) {
    yield new Uint8Array(await blob.slice(start, start + CHUNK_BYTES).arrayBuffer())
  }
}
