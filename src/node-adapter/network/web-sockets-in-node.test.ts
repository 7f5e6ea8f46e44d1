import '../../libp2p/host/promise-with-resolvers.ts'

import type { MultiaddrConnection, Upgrader } from '@libp2p/interface'
import { defaultLogger } from '@libp2p/logger'
import { multiaddr } from '@multiformats/multiaddr'
import { TypedEventEmitter } from 'main-event'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { webSocketsInNode } from './web-sockets-in-node.ts'

const MIB = 1024 * 1024

/** Bytes that may be under way between two sockets when one of them is destroyed: the buffers of the kernel. */
const UNDER_WAY_BYTES = 16 * MIB

/** A peer that sent this much has not been cut off. */
const ENDLESS_BYTES = 64 * MIB

const ends: Array<() => unknown> = []

afterEach(async () => {
  await Promise.all(
    ends.splice(0).map(async (end) => {
      await end()
    })
  )
})

describe('an inbound WebSocket of a peer that ignores the close frame', () => {
  it('is destroyed when its connection is aborted', async () => {
    let received = 0
    const port = await listenOnPort(async (connection) => {
      connection.addEventListener('message', ({ data }) => {
        received += data.byteLength
        if (received >= MIB) {
          connection.abort(new Error('the peer sends too much'))
        }
      })
      await new Promise(() => {})
    })

    expect(await flood(port)).toBeLessThan(MIB + UNDER_WAY_BYTES)
    expect(received).toBeGreaterThanOrEqual(MIB)
  })

  it('is destroyed when its handshake fails', async () => {
    const port = await listenOnPort(async () => {
      throw new Error('this is not Noise')
    })
    expect(await flood(port)).toBeLessThan(UNDER_WAY_BYTES)
  })

  it('reports the abort as the only end of the connection', async () => {
    const closes: string[] = []
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const port = await listenOnPort(async (connection) => {
      connection.addEventListener('close', () => {
        closes.push(connection.status)
      })
      connection.abort(new Error('the peer is not wanted'))
      await closed
    })
    const socket = await openSocket(port)
    await endOf(socket.resume())
    // The close event of the WebSocket follows that of the socket.
    await new Promise((resolve) => setImmediate(resolve))
    expect(closes).toEqual(['aborted'])
    close()
  })
})

/** Listens with the transport, and returns the port. */
async function listenOnPort (upgradeInbound: (connection: MultiaddrConnection) => Promise<void>): Promise<number> {
  const components = { logger: defaultLogger(), events: new TypedEventEmitter() }
  const transport = webSocketsInNode()(components as never)
  const listener = transport.createListener({ upgrader: { upgradeInbound } as unknown as Upgrader })
  ends.push(async () => {
    await listener.close()
  })
  await listener.listen(multiaddr('/ip4/127.0.0.1/tcp/0/ws'))
  return listener.getAddrs()[0].getComponents().map(({ name, value }) => name === 'tcp' ? Number(value) : 0)
    .reduce((sum, value) => sum + value)
}

/** Opens a WebSocket by hand, which answers no frame. */
async function openSocket (port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  ends.push(() => socket.destroy())
  socket.write(
    'GET / HTTP/1.1\r\nHost: peer\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  )
  await once(socket, 'data')
  return socket
}

/** Resolves when a socket is closed, also by a reset. */
async function endOf (socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve()
    })
  })
}

/** Resolves when a socket has sent what was written to it. */
async function drainOf (socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve)
  })
}

/** Sends messages until the connection is reset. Returns the number of bytes that were sent. */
async function flood (port: number): Promise<number> {
  const socket = await openSocket(port)
  socket.resume()
  const closed = endOf(socket)
  // A binary message of 64 KiB with a mask of zeros.
  const message = Buffer.concat([
    Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    Buffer.alloc(64 * 1024)
  ])
  let sent = 0

  while (!socket.destroyed && sent < ENDLESS_BYTES) {
    sent += message.byteLength
    if (!socket.write(message)) {
      await Promise.race([drainOf(socket), closed])
    }
  }

  return sent
}
