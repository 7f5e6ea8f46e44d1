import { ABORT, isError } from '../../errors/define-error.ts'
import { AnswerCutError } from '../protocol/errors.ts'

/**
 * Yields the chunks of a response body. Leaving the loop early cancels the body, by which the worker notices. (WebKit
 * 2.50 cannot iterate over streams, unlike Chromium and Firefox.)
 *
 * @throws AnswerCutError if the body breaks
 * @throws AbortError if the call was aborted
 * @example
 * ```ts
 * const response = await call('cat', { args: [cid] })
 * for await (const chunk of chunksOf(response.body)) console.log(chunk.length)
 * ```
 */
export async function* chunksOf (body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()

  try {
    for (let next = await readChunk(reader); next != null && !next.done; next = await readChunk(reader)) {
      yield next.value
    }
  } finally {
    reader?.cancel().catch(() => {}) // ended or broken already
  }
}

async function readChunk (
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined
): Promise<ReadableStreamReadResult<Uint8Array> | undefined> {
  try {
    return await reader?.read()
  } catch (err) {
    if (isError(err, ABORT) || isError(err, AnswerCutError)) {
      throw err
    }
    throw new AnswerCutError(err)
  }
}
