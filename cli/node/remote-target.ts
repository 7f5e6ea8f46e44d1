import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { checkedBody, failureOf, queryText, RpcFailure } from './rpc-target.ts'
import type { RpcBody, RpcTarget } from './rpc-target.ts'

const API_PATH = '/api/v0'

/**
 * Returns a node elsewhere, by its RPC API. Not by `fetch`, which hides trailers: they have the error of an answer that
 * breaks.
 *
 * @param url - of the node, with or without `/api/v0`
 * @param token - of the Authorization header
 * @param signal - aborts the commands
 */
export function remoteTarget (url: URL, token: string | undefined, signal: AbortSignal): RpcTarget {
  const base = url.href.replace(/\/+$/, '').replace(new RegExp(`${API_PATH}$`), '')

  return {
    place: url.host,

    call: async (command, query = [], body) => {
      const answer = await sendRequest(new URL(`${base}${API_PATH}/${command}?${queryText(query)}`), {
        body,
        signal,
        headers: {
          ...token == null ? {} : { Authorization: `Bearer ${token}` },
          ...body == null ? { 'Content-Length': '0' } : { 'Content-Type': body.contentType }
        }
      })

      if (answer.statusCode !== 200) {
        throw failureOf(command, answer.statusCode ?? 0, await text(answer))
      }

      return checkedBody(command, answer, () => answer.trailers['x-stream-error'])
    },

    close: async () => {}
  }
}

async function sendRequest (
  url: URL,
  { body, signal, headers }: { body: RpcBody | undefined; signal: AbortSignal; headers: Record<string, string> }
): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    let isAnswered = false
    const request = send(url, { method: 'POST', signal, headers }, (answer) => {
      isAnswered = true
      resolve(answer)
    })

    request.on('error', (err) => {
      reject(signal.aborted ? err : new RpcFailure(`${url.host}: ${err.message || (err as { code?: string }).code}`))
    })

    if (body == null) {
      request.end()
      return
    }

    pipeline(Readable.from(body.bytes, { objectMode: false }), request).catch((err: Error) => {
      // A node may answer before the end of the upload, with the reason why it does not want it.
      if (!isAnswered) {
        reject(err)
      }
    })
  })
}
