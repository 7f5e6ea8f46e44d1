import type { IncomingMessage } from 'node:http'
import { letPass } from './let-pass.ts'
import { requestUrl } from './request-url.ts'
import { withMethod } from './with-method.ts'

/** Converts Node's message to a Request for the handlers. `signal` aborts when the client hangs up. */
export function toRequest (message: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()

  for (let i = 0; i < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i], message.rawHeaders[i + 1])
  }

  const method = message.method ?? 'GET'
  const init: RequestInit & { duplex?: 'half' } = { headers, signal }

  if (method !== 'GET' && method !== 'HEAD' && method !== 'TRACE') {
    init.body = bodyStream(message)
    init.duplex = 'half'
  }

  return withMethod(requestUrl(message.headers.host, message.url ?? '/'), method, init)
}

/**
 * Returns the body as a stream with backpressure. Cancelling it discards the rest. Node's own conversion would destroy
 * the message and its connection instead, and the client would never see why its upload was refused.
 */
function bodyStream (message: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start (controller) {
      message.on('data', (chunk: Buffer) => {
        controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength))

        if ((controller.desiredSize ?? 0) <= 0) {
          message.pause()
        }
      })
      message.once('end', () => {
        controller.close()
      })
      message.once('error', (err) => {
        controller.error(err)
      })
      message.pause()
    },

    pull () {
      message.resume()
    },

    cancel () {
      void letPass(message)
    }
  })
}
