import { AnswerCutError } from './errors.ts'

/**
 * The chunks of an answer's body as they come; leaving the loop early cancels the body, which is how the worker learns that nobody
 * listens. (Streams themselves can be iterated over in Chromium and Firefox, and not in WebKit 2.50.)
 *
 * @throws AnswerCutError when the body breaks off; AbortError when the call was aborted
 */
export async function * chunksOf (body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()

  try {
    for (let next = await read(reader); next != null && !next.done; next = await read(reader)) {
      yield next.value
    }
  } finally {
    reader?.cancel().catch(() => {}) // ended or broken already
  }
}

async function read (reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<ReadableStreamReadResult<Uint8Array> | undefined> {
  try {
    return await reader?.read()
  } catch (err) {
    if (['AbortError', AnswerCutError.name].includes((err as Error).name)) throw err
    throw new AnswerCutError(err)
  }
}
