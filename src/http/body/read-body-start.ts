import { settledWithin } from '../../async/promises/settled-within.ts'
import { resumedStream } from './resumed-stream.ts'

export interface ReadStartOptions {
  /** stop reading at this length; the last chunk may exceed it */
  maxBytes: number
  /** stop waiting after this time, in milliseconds */
  maxMs: number
}

/** The start of a body: either all chunks, or a stream that repeats the body from the beginning. */
export type BodyStart = { complete: Array<Uint8Array<ArrayBuffer>> } | { stream: ReadableStream<Uint8Array> }

/**
 * Reads a body until it ends or reaches a limit.
 *
 * @throws the error of the body, if it fails in that time
 */
export async function readStart (
  body: ReadableStream<Uint8Array>,
  { maxBytes, maxMs }: ReadStartOptions
): Promise<BodyStart> {
  const reader = body.getReader()
  const chunks: Array<Uint8Array<ArrayBuffer>> = []
  const endMs = performance.now() + maxMs
  let bytes = 0
  let pending: Promise<ReadableStreamReadResult<Uint8Array>> | undefined

  while (bytes < maxBytes) {
    pending = reader.read()
    const read = await settledWithin(pending, Math.max(0, endMs - performance.now()))

    if (read === 'late') {
      break
    }

    pending = undefined

    if ('error' in read) {
      throw read.error
    }

    if (read.value.done) {
      return { complete: chunks }
    }

    chunks.push(read.value.value as Uint8Array<ArrayBuffer>)
    bytes += read.value.value.byteLength
  }

  return { stream: resumedStream(chunks, reader, pending) }
}
