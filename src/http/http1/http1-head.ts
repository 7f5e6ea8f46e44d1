/** What a client asks for by HTTP/1.1, before any body. */
export interface Http1Head {
  method: string
  /** path and query, or a whole URL, as they were sent */
  target: string
  headers: Headers
  /** whether the other end takes chunks */
  isChunkable: boolean
  /**
   * whether the connection ends with the answer: because the client says so, or since what follows is a body, which
   * nobody reads
   */
  isLast: boolean
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ((?:\/|https?:\/\/)[!-~]*) HTTP\/1\.([01])$/
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t -~\x80-\xff]*)$/

/**
 * Reads the head of a request (RFC 9112): strictly, so that nothing is understood here otherwise than by who let it
 * pass on its way. Folded lines, bare line feeds and spaces before a colon are refused, and a request of HTTP/1.1
 * without its one `Host`.
 *
 * @param text - latin1, without the empty line that ends it
 * @returns undefined for what is none
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
