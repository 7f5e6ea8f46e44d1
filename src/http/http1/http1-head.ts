/** The parsed head of an HTTP/1.1 request. */
export interface Http1Head {
  method: string
  /** path and query, or a whole URL, as they were sent */
  target: string
  headers: Headers
  /** whether the client supports chunked responses */
  isChunkable: boolean
  /**
   * whether the connection closes after the response: on request of the client, or because the request has a body,
   * which is not read
   */
  isLast: boolean
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ((?:\/|https?:\/\/)[!-~]*) HTTP\/1\.([01])$/
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t -~\x80-\xff]*)$/

/**
 * Parses the head of a request (RFC 9112). Strict, to prevent request smuggling: rejects folded lines, bare line feeds,
 * spaces before a colon, and HTTP/1.1 requests without exactly one `Host`.
 *
 * @param text - latin1, without the empty line that ends it
 * @returns undefined if the head is malformed
 */
export function parseHttp1Head (text: string): Http1Head | undefined {
  const [first, ...lines] = text.split('\r\n')
  const [, method, target, minor] = REQUEST_LINE.exec(first) ?? []
  const fields = lines.map((line) => FIELD.exec(line))

  if (method == null || fields.includes(null)) {
    return undefined
  }

  const headers = new Headers((fields as RegExpExecArray[]).map(([, name, value]): [string, string] => [name, value]))
  const hosts = fields.filter((field) => field?.[1].toLowerCase() === 'host').length
  const hasBody = headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0'
  const isChunkable = minor === '1'

  return hosts > 1 || (isChunkable && hosts === 0)
    ? undefined
    : {
      method,
      target,
      headers,
      isChunkable,
      isLast: !isChunkable || hasBody || /\bclose\b/i.test(headers.get('connection') ?? '')
    }
}
