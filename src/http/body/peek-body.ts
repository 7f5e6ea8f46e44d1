import { concatBytes } from '../../bytes/concat-bytes.ts'
import { resumedStream } from './resumed-stream.ts'

/** The first bytes of a response body, and ways to continue. */
export interface Peeked {
  start: Uint8Array
  /** whether the start is the whole body */
  isComplete: boolean
  /** Returns the response with other bytes in place of the start. The rest is streamed. */
  resume: (start: Uint8Array, headers: Headers) => Response
  /** Cancels the rest of the body. */
  cancel: () => Promise<void>
}

/**
 * Reads the first bytes of a response body, at least `least` of them if the body is long enough. Read the body only
 * with `resume` afterwards.
 */
export async function peekBody (response: Response, least: number): Promise<Peeked> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  let isComplete = false

  while (length < least && !isComplete) {
    const { done, value } = await reader.read()
    isComplete = done

    if (value != null) {
      chunks.push(value)
      length += value.byteLength
    }
  }

  return {
    start: concatBytes(chunks),
    isComplete,

    resume: (start, headers) =>
      new Response(resumedStream(start.byteLength > 0 ? [start] : [], reader), {
        status: response.status,
        statusText: response.statusText,
        headers
      }),

    cancel: async () => {
      await reader.cancel()
    }
  }
}
