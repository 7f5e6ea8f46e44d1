import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { later } from '../../async/timers/later.ts'
import { IS_NODE } from '../../bytes/is-node.ts'
import { defineError } from '../../errors/define-error.ts'
import { ReadRing } from './read-ring.ts'

/** An upload of which nothing came any more was cut, so that what waits for its end can go on. */
class UploadStalledError extends defineError('UploadStalledError') {
  constructor (ms: number) {
    super(`the upload stood still for ${ms / 1000} s and was cut: nothing of it is kept that was not answered before`)
  }
}

/**
 * How much is read at a time: large enough that a read's fixed cost vanishes, small enough that several fit in memory.
 */
const CHUNK_BYTES = 1024 * 1024

/** The first read, which is all of most bodies: a buffer costs its whole size. */
const FIRST_CHUNK_BYTES = 64 * 1024

/**
 * A read that waits for a whole chunk does not tell a sender that has become slow from one that stands still, so it is
 * given so many times as long: then a sender of 5 KB/s is heard byte by byte and not cut.
 */
const WHOLE_CHUNK_TIMES = 4

/**
 * A sender that was this quick is given time to fill a whole chunk; a slow one is heard byte by byte, or it would seem
 * to send nothing.
 */
const QUICK_MS = 1000

/**
 * Node 20 throws the last bytes of a stream away when it ends within a read with `min` ("Invalid state: ReadableStream
 * closed"). Without `min` each piece that a sender makes would take a buffer of a whole chunk, and what is kept of it
 * keep that.
 */
const LOSES_END_AT_MIN = IS_NODE

export interface BodyChunksOptions {
  /** cancels the body and fails the read that waits for it: a sender who sends no more would hold it for ever */
  signal?: AbortSignal
  /**
   * so long may a sender send nothing while it is waited for, four times as long right behind what came quickly; 0 for
   * as long as it likes
   */
  stallMs?: number
}

/**
 * The bytes of a request body as they come, in chunks of up to a MiB that belong to the caller.
 *
 * Takes the fastest way that the browser has: a BYOB reader with `min` (bytes land in the chunk's own buffer, several
 * times fewer reads), the default reader elsewhere (in Node chunks are what the source makes of them), and slices of a
 * Blob where a worker's request has no body stream (Firefox). What comes next is read while the caller is at work on a
 * chunk. Ending the iteration early cancels the body.
 *
 * @throws UploadStalledError when the sender stands still
 */
export async function* bodyChunks (request: Request, options: BodyChunksOptions = {}): AsyncGenerator<Uint8Array> {
  if (request.body != null) {
    yield* streamChunks(request.body, options)
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    yield* slices(await unlessAborted(request.blob(), options.signal))
  }
}

/**
 * As `bodyChunks`, of a Blob, in the chunks that the browser makes. By the default reader: in Chromium 156 a BYOB read
 * of a Blob may never settle (on a busy machine one of ten Blobs of 64 MiB stood still for good, at its beginning or in
 * its middle; by the default reader none, nor bodies of requests), and is no faster.
 */
export async function* blobChunks (blob: Blob, options: BodyChunksOptions = {}): AsyncGenerator<Uint8Array> {
  yield* defaultChunks(blob.stream().getReader(), options)
}

/** As `bodyChunks`, of any byte stream. */
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

  yield* chunks(reader, options, async () => {
    // without `min` support the option is ignored and a read may give less, which is right too
    const readOptions = { min: quick ? size : 1 } as ReadableStreamBYOBReaderReadOptions
    const start = performance.now()
    const { done, value } = await reader.read(new Uint8Array(size), readOptions)
    quick = performance.now() - start < QUICK_MS
    size = CHUNK_BYTES
    // of a slow one each byte would keep the whole buffer that it was read into
    return { done, value: value != null && value.byteLength * 2 < value.buffer.byteLength ? value.slice() : value }
  }, () => quick && size === CHUNK_BYTES ? WHOLE_CHUNK_TIMES : 1)
}

async function* defaultChunks (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  options: BodyChunksOptions
): AsyncGenerator<Uint8Array> {
  yield* chunks(reader, options, async () => await reader.read())
}

type Reader = ReadableStreamBYOBReader | ReadableStreamDefaultReader

/** @param times - how many times as long the read under way may take */
async function* chunks (
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
    release(reader, done)
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

/** @returns ends the watch */
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

/** Nobody waits for the end of a body that is not wanted: its sender may stand still. */
function release (reader: Reader, done: boolean): void {
  if (!done) {
    // the source may be broken already, and then there is nothing left to cancel
    reader.cancel().catch(() => {})
  }

  reader.releaseLock()
}

async function* slices (blob: Blob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < blob.size; start += CHUNK_BYTES) {
    yield new Uint8Array(await blob.slice(start, start + CHUNK_BYTES).arrayBuffer())
  }
}
