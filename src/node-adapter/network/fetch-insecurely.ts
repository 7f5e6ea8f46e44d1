import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'

const MAX_REDIRECTS = 10

/**
 * Sends a GET request like `fetch`, without checking certificates. For tests of a server with a certificate of its own
 * (`AutoConf.TLSInsecureSkipVerify`).
 *
 * @throws an Error if the server cannot be reached; the signal's reason
 */
export const fetchInsecurely: typeof fetch = async (input, { headers, signal } = {}) => {
  let url = new URL(String(input))

  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const message = await get(url, new Headers(headers), signal ?? undefined)
    const { statusCode = 0, headers: { location } } = message

    if (statusCode < 300 || statusCode >= 400 || location == null) {
      return responseOf(message)
    }

    message.resume()
    url = new URL(location, url)
  }

  throw new Error(`stopped after ${MAX_REDIRECTS} redirects`)
}

async function get (url: URL, headers: Headers, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp

  return await new Promise((resolve, reject) => {
    send(url, { headers: Object.fromEntries(headers), rejectUnauthorized: false, signal }, resolve)
      .on('error', reject)
      .end()
  })
}

function responseOf (message: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = message
  const isEmpty = status === 204 || status === 304

  if (isEmpty) {
    message.resume()
  }

  return new Response(isEmpty ? null : Readable.toWeb(message) as ReadableStream<Uint8Array>, {
    status,
    headers: Object.entries(headers).map(([name, value = '']): [string, string] => [name, [value].flat().join(', ')])
  })
}
