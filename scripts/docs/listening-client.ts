import { create } from 'kubo-rpc-client'
import type { KuboRPCClient } from 'kubo-rpc-client'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A kubo-rpc-client that talks to a fake node. */
export interface ListeningClient {
  client: KuboRPCClient
  /**
   * @returns the URL of the first request that a call of the client sends, with its query; undefined if it sends none.
   *   Failures of the call are ignored.
   */
  askedBy: (call: () => unknown) => Promise<string | undefined>
  close: () => void
}

/** Starts a client that reports which requests the methods of kubo-rpc-client send. */
export async function listeningClient (): Promise<ListeningClient> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    request.on('end', () => {
      response.writeHead(500).end('asked')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return {
    client: create({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v0` }),

    async askedBy (call) {
      asked.length = 0

      try {
        const result = call()

        if (Symbol.asyncIterator in Object(result)) {
          for await (const _ of result as AsyncIterable<unknown>) {
            break
          }
        } else {
          await result
        }
      } catch {}

      return asked[0]
    },

    close () {
      server.close()
      server.closeAllConnections()
    }
  }
}
