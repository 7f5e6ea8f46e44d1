/** Of the engine: a stream of so many bytes, whose length it then sends as `Content-Length`. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>

/**
 * The same response, with a date. The engine sends the length of a body where it knows it and drops the header that says it, so one that is made here is
 * put through a stream of that length. The engine ends a body without a length
 * well when it breaks, and nobody would know.
 *
 * @param isFile - the answer is a file, and its length is the one that Kubo tells in a header of its own
 */
export function withLength (response: Response, isFile: boolean): Response {
  const { headers } = response

  if (!headers.has('date')) {
    headers.set('Date', new Date().toUTCString())
  }

  const length = headers.get('content-length') ?? (isFile ? headers.get('x-content-length') : null)

  if (length == null || response.body == null) {
    return response
  }

  const { readable, writable } = new FixedLengthStream(Number(length))
  // a body that breaks, or a reader who leaves: the other end hears of it by the stream
  response.body.pipeTo(writable).catch(() => {})
  return new Response(readable, response)
}
