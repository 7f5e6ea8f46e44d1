import { ANSWER_END } from '../src/port/answer-end.ts'

/**
 * Marks the end of an answer whose client asked for that, by a value that no content can know.
 *
 * @param response - gets the header that says the mark, and loses its `Content-Length`
 * @returns the bytes to append to the body; undefined where the client did not ask
 */
export function answerEnd (request: Pick<Request, 'headers'>, response: Response): Uint8Array<ArrayBuffer> | undefined {
  if (!request.headers.has(ANSWER_END)) {
    return undefined
  }

  const mark = crypto.randomUUID()
  response.headers.set(ANSWER_END, mark)
  response.headers.delete('Content-Length')
  return new TextEncoder().encode(mark)
}
