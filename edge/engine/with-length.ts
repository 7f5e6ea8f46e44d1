/** Stream of the engine with a fixed number of bytes, which it sends as `Content-Length`. */
declare const FixedLengthStream: new(length: number) => TransformStream<Uint8Array, Uint8Array>

/**
 * Returns the response with a `Date`, and its body as a stream of known length. The engine drops the `Content-Length`
 * header, and only sends the length of bodies that it knows. If a body without a length breaks, the engine ends it
 * normally, and the client would not notice.
 *
 * @param isFile - whether the answer is a file, with its length in Kubo's own header
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
  // The other end gets the failure of the body, or the disconnect of the reader, from the stream.
  response.body.pipeTo(writable).catch(() => {})
  return new Response(readable, response)
}
