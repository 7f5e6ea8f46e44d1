import { AnswerCutError } from '../protocol/errors.ts'
import { chunksOf } from './response-chunks.ts'

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
  const decoder = new TextDecoder()
  let rest = ''

  for await (const chunk of chunksOf(body)) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.trim() !== '') {
        yield parseLine<T>(line)
      }
    }
  }

  rest += decoder.decode()
  if (rest.trim() !== '') {
    yield parseLine<T>(rest)
  }
}

function parseLine<T> (line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (err) {
    throw new AnswerCutError(err)
  }
}
