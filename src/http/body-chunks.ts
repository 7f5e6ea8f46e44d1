/** How much is read at a time: large enough that a read's fixed cost vanishes, small enough that several fit in memory. */
const CHUNK_BYTES = 1024 * 1024

/** The first read, which is all of most bodies: a buffer costs its whole size. */
const FIRST_CHUNK_BYTES = 64 * 1024

/** Node 20 throws the last bytes of a stream away when it ends within a read with `min` ("Invalid state: ReadableStream closed"). */
const LOSES_END_AT_MIN = globalThis.process?.versions?.node != null

/**
 * The bytes of a request body as they come, in chunks of up to a MiB that belong to the caller.
 *
 * Takes the fastest way that the browser has: a BYOB reader with `min` (bytes land in the chunk's own buffer, several times
 * fewer reads), the default reader elsewhere, and slices of a Blob where a worker's request has no body stream (Firefox).
 * Ending the iteration early cancels the body.
 *
 * @param signal - cancels the body and fails the read that waits for it: a sender who sends no more would hold it for ever
 */
export async function * bodyChunks (request: Request, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  if (request.body != null) {
    yield * streamChunks(request.body, signal)
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    yield * blobChunks(await request.blob())
  }
}

/** As `bodyChunks`, of any byte stream. */
export async function * streamChunks (body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const byob = byobReader(body)
  yield * byob == null ? defaultChunks(body.getReader(), signal) : byobChunks(byob, signal)
}

function byobReader (body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined // not a byte stream
  }
}

async function * byobChunks (reader: ReadableStreamBYOBReader, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const stopWatching = cancelOnAbort(reader, signal)
  let done = false
  let size = FIRST_CHUNK_BYTES

  try {
    while (!done) {
      // without `min` support the option is ignored and a read may give less, which is right too
      const options = { min: LOSES_END_AT_MIN ? 1 : size } as ReadableStreamBYOBReaderReadOptions
      const result = await reader.read(new Uint8Array(size), options)
      signal?.throwIfAborted() // a cancelled body looks like one that has ended
      done = result.done
      size = CHUNK_BYTES

      if (result.value != null && result.value.byteLength > 0) {
        yield result.value
      }
    }
  } finally {
    stopWatching()
    await release(reader, done)
  }
}

async function * defaultChunks (reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const stopWatching = cancelOnAbort(reader, signal)
  let done = false

  try {
    while (!done) {
      const result = await reader.read()
      signal?.throwIfAborted() // a cancelled body looks like one that has ended
      done = result.done

      if (result.value != null && result.value.byteLength > 0) {
        yield result.value
      }
    }
  } finally {
    stopWatching()
    await release(reader, done)
  }
}

/** @returns ends the watch */
function cancelOnAbort (reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader, signal: AbortSignal | undefined): () => void {
  const cancel = (): void => { reader.cancel(signal?.reason).catch(() => {}) }
  signal?.addEventListener('abort', cancel, { once: true })

  if (signal?.aborted === true) {
    cancel()
  }

  return () => { signal?.removeEventListener('abort', cancel) }
}

async function release (reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader, done: boolean): Promise<void> {
  if (!done) {
    // the source may be broken already, and then there is nothing left to cancel
    await reader.cancel().catch(() => {})
  }

  reader.releaseLock()
}

async function * blobChunks (blob: Blob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < blob.size; start += CHUNK_BYTES) {
    yield new Uint8Array(await blob.slice(start, start + CHUNK_BYTES).arrayBuffer())
  }
}
