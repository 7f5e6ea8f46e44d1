import { ANSWER_END } from '../../src/port/answer-end.ts'

/**
 * Marks the end of an answer if the client requested that, by a random value that no content can predict.
 *
 * @param response - gets a header with the mark, and loses its `Content-Length`
 * @returns the bytes to append to the body; undefined if the client did not request it
 */
export function appendEndMark (
  request: Pick<Request, 'headers'>,
  response: Response
): Uint8Array<ArrayBuffer> | undefined {
  if (!request.headers.has(ANSWER_END)) {
    return undefined
  }

  const mark = crypto.randomUUID()
  response.headers.set(ANSWER_END, mark)
  response.headers.delete('Content-Length')
  return new TextEncoder().encode(mark)
}
