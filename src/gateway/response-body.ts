import { blobResponse } from '../http/blob-response.ts'
import { bodyStream } from '../http/body-stream.ts'
import type { Resolved } from './request.ts'
import type { RequestLife } from '../http/request-life.ts'

type WithBody = Pick<Resolved, 'request' | 'headers' | 'life'>

/** Up to here a body is read whole before it is sent: that costs less than a stream, and a missing block still has its status. */
const WHOLE_BYTES = 256 * 1024

/** Go's `net/http` waits for so many bytes before it sends the head; a body that ends within gets a `Content-Length`. */
const HEAD_START_BYTES = 2048

interface Source {
  read: () => AsyncGenerator<Uint8Array> | Uint8Array
  /** asked first for what is not read whole; the browser reads the Blob past the worker */
  blob?: () => Promise<Blob | undefined> | undefined
}

/** A body of known length. For HEAD nothing is read. @throws what its first bytes fail with: behind the head it would be an answer without a status */
export async function fixedBody ({ request, headers, life }: WithBody, status: number, length: number, { read, blob }: Source): Promise<Response> {
  headers.set('Content-Length', String(length))

  if (request.method === 'HEAD' || length === 0) {
    return new Response(null, { status, headers })
  }

  const whole = length > WHOLE_BYTES ? await blob?.() : undefined

  if (whole != null) {
    return blobResponse(whole, { status, headers })
  }

  const chunks = read()

  if (chunks instanceof Uint8Array) {
    return new Response(chunks as Uint8Array<ArrayBuffer>, { status, headers })
  }

  if (length <= WHOLE_BYTES) {
    return new Response(await collect(chunks, length), { status, headers })
  }

  const { value } = await chunks.next()
  return new Response(stream(resume(value instanceof Uint8Array ? [value] : [], chunks), life), { status, headers })
}

function stream (chunks: AsyncGenerator<Uint8Array>, life: RequestLife): ReadableStream<Uint8Array> {
  life.streams = true
  return bodyStream(chunks, { onWait: life.waiting, onChunk: life.arrived, onEnd: (reason) => { if (reason === undefined) life.close(); else life.abort(reason) } })
}

async function collect (chunks: AsyncGenerator<Uint8Array>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let at = 0

  for await (const chunk of chunks) {
    if (at === 0 && chunk.byteLength === length) {
      return chunk as Uint8Array<ArrayBuffer>
    }

    bytes.set(chunk, at)
    at += chunk.byteLength
  }

  return bytes
}

interface OpenBodyOptions {
  /** such a fault breaks the stream even when nothing is sent yet: a client can use what was made before it */
  sendsUpTo?: (fault: Error) => boolean
}

/**
 * A body whose length nobody knows before it is made. What fails before the head is out throws, and so has its status; what
 * fails later breaks the stream.
 */
export async function openBody ({ request, headers, life }: WithBody, chunks: AsyncGenerator<Uint8Array>, { sendsUpTo }: OpenBodyOptions = {}): Promise<Response> {
  const first: Uint8Array[] = []
  let bytes = 0
  let ended = false
  let fault: Error | undefined

  while (bytes <= HEAD_START_BYTES && !ended && fault == null) {
    try {
      const { done, value } = await chunks.next()
      ended = done === true

      if (value instanceof Uint8Array) {
        first.push(value)
        bytes += value.byteLength
      }
    } catch (err) {
      if (sendsUpTo?.(err as Error) !== true) {
        throw err
      }

      fault = err as Error
    }
  }

  if (ended) {
    headers.set('Content-Length', String(bytes))
  }

  if (request.method === 'HEAD') {
    await chunks.return(undefined)
    return new Response(null, { headers })
  }

  return ended
    ? new Response(new Blob(first as Array<Uint8Array<ArrayBuffer>>), { headers })
    : new Response(stream(resume(first, fault == null ? chunks : broken(fault)), life), { headers })
}

async function * broken (fault: Error): AsyncGenerator<Uint8Array> {
  throw fault
}

async function * resume (first: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // what was read is held no longer
    while (first.length > 0) {
      yield first.shift() as Uint8Array
    }

    yield * rest
  } finally {
    await rest.return(undefined)
  }
}
