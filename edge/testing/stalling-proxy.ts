import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy to a local server that can stop reading its answers: simulates a stalled client. */
export interface StallingProxy {
  port: number
  stall: () => void
  close: () => Promise<void>
}

/**
 * Starts the proxy.
 *
 * @param url - URL of the server
 */
export async function stallingProxy (url: string): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let isStalled = false

  const server = createServer((client) => {
    const behind = connect(Number(new URL(url).port), '127.0.0.1')
    client.pipe(behind)
    behind.on('data', (bytes: Buffer) => {
      client.write(bytes)
    })
    if (isStalled) {
      behind.pause()
    }

    for (const [one, other] of [[client, behind], [behind, client]]) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }

    behindOnes.add(behind)
  })

  const behindOnes = new Set<Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,

    stall () {
      isStalled = true
      behindOnes.forEach((socket) => {
        socket.pause()
      })
    },

    async close () {
      sockets.forEach((socket) => {
        socket.destroy()
      })
      await new Promise((resolve) => {
        server.close(resolve)
      })
    }
  }
}
