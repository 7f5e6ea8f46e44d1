import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { canonicalHeader } from '../../go/url/canonical-header.ts'
import type { HeaderLines } from './header-lines.ts'
import type { RequestHandler } from './request-handler.ts'
import { requestUrl } from './request-url.ts'
import { withMethod } from './with-method.ts'

/** The error with which Node's parser ends a connection. */
export interface ParserError extends Error {
  code?: string
  /** the last packet */
  rawPacket?: Buffer
}

const REQUEST = /^([!#$%&'*+.^_`|~\w-]+) (\/\S*) HTTP\/1\.[01]\r\n([^]*?\r\n)?\r\n/

/**
 * Answers requests that Node's parser rejects like Go's server does. An unknown method reaches the handler, which
 * answers that it is not allowed. Anything else is 400, or 431 for an oversized head. The connection is closed.
 */
export async function refuseMalformed (
  err: ParserError,
  socket: Duplex,
  answer: RequestHandler,
  headerLines: HeaderLines
): Promise<void> {
  if (err.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }

  const request = err.code === 'HPE_INVALID_METHOD' ? REQUEST.exec(err.rawPacket?.toString('latin1') ?? '') : null

  if (request == null) {
    const status = err.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
    await sendAndEnd(
      socket,
      new Response(`${status} ${STATUS_CODES[status]}`, {
        status,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' }
      }),
      (_, value) => [value]
    )
    return
  }

  const [, method, target, head = ''] = request
  const host = /^host:[ \t]*(\S+)/im.exec(head)?.[1]
  await sendAndEnd(
    socket,
    await answer(
      withMethod(requestUrl(host, target), method, host == null ? {} : { headers: { host } }),
      () => {},
      target
    ),
    headerLines
  )
}

async function sendAndEnd (socket: Duplex, response: Response, headerLines: HeaderLines): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const lines = [...response.headers]
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, value]) => headerLines(name, value).map((line) => `${canonicalHeader(name)}: ${line}`))

  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...lines,
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${body.length}`,
    'Connection: close'
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]))
}
