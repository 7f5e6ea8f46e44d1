import { request } from 'node:http'
import type { Answered } from '../../src/testing/replay/golden-compare.ts'
import type { Outgoing } from '../../src/testing/replay/golden-run.ts'

/**
 * Sends a request over a socket, with the given Host header: `fetch` sets its own.
 *
 * @returns a function that reads the body, to its end or up to a number of lines
 */
export async function sendRaw (
  origin: string,
  { method, target, headers, body }: Omit<Outgoing, 'api'>
): Promise<(objects?: number) => Promise<Answered>> {
  const { hostname, port } = new URL(origin)

  return await new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...body == null ? {} : { 'Content-Length': body.byteLength } },
      agent: false,
      insecureHTTPParser: true
    }, (response) => {
      resolve(async (objects) => {
        const chunks: Buffer[] = []
        let lines = 0

        const broken = await new Promise<boolean>((resolve) => {
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            lines += chunk.filter((byte) => byte === 10).length

            if (objects != null && lines >= objects) {
              // The engine would not notice a connection that merely ends.
              sent.socket?.resetAndDestroy()
              resolve(false)
            }
          })
          response.on('end', () => {
            resolve(!response.complete)
          })
          response.on('error', () => {
            resolve(true)
          })
          response.on('close', () => {
            resolve(!response.complete)
          })
        })

        const all = new Headers()
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          all.append(response.rawHeaders[i], response.rawHeaders[i + 1])
        }
        return {
          status: response.statusCode ?? 0,
          headers: all,
          body: Buffer.concat(chunks),
          trailers: undefined,
          broken
        }
      })
    })

    sent.on('error', reject)
    sent.end(body)
  })
}
