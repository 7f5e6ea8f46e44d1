import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** Node's message as the Request that the handlers take. The body is a byte stream; `signal` aborts when the client hangs up. */
export function toRequest (message: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()

  for (let i = 0; i < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i], message.rawHeaders[i + 1])
  }

  const method = message.method ?? 'GET'
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal }

  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(message) as ReadableStream<Uint8Array>
    init.duplex = 'half'
  }

  return new Request(new URL(message.url ?? '/', `http://${message.headers.host ?? 'localhost'}`), init)
}
