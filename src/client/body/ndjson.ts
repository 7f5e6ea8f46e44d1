import { AnswerCutError } from '../protocol/errors.ts'
import { chunksOf } from './response-chunks.ts'
import { textLines } from './text-lines.ts'

/**
 * Reads a body of newline-delimited JSON as it arrives. Leaving the loop early cancels the body, by which the worker
 * notices.
 *
 * @throws AnswerCutError if the body breaks
 * @example
 * ```ts
 * const response = await fetch('/api/v0/pin/ls?stream=true', { method: 'POST' })
 * for await (const pin of ndjson<{ Cid: string }>(response.body!)) {
 *   show(pin.Cid)
 * }
 * ```
 */
export async function* ndjson<T> (body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  for await (const line of textLines(chunksOf(body))) {
    yield parseLine<T>(line)
  }
}

function parseLine<T> (line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (err) {
    throw new AnswerCutError(err)
  }
}
