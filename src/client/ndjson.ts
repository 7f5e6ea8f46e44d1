import { AnswerCutError } from './errors.ts'

/**
 * Reads a body of newline-delimited JSON as it arrives. Leaving the loop early
 * cancels the body, which is how the worker learns that nobody listens.
 *
 * @throws AnswerCutError when the body breaks off
 * @example
 * ```ts
 * const response = await fetch('/api/v0/pin/ls?stream=true', { method: 'POST' })
 * for await (const pin of ndjson<{ Cid: string }>(response.body!)) {
 *   show(pin.Cid)
 * }
 * ```
 */
export async function * ndjson<T> (body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''

  try {
    for (;;) {
      const { done, value } = await read(reader)
      rest += decoder.decode(value, { stream: !done })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.trim() !== '') yield parse<T>(line)
      }
      if (done) {
        if (rest.trim() !== '') yield parse<T>(rest)
        return
      }
    }
  } finally {
    reader.cancel().catch(() => {}) // already broken
  }
}

async function read (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read()
  } catch (err) {
    if ((err as Error).name === 'AbortError') throw err
    throw new AnswerCutError(err)
  }
}

function parse<T> (line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (err) {
    throw new AnswerCutError(err)
  }
}
