import '../../libp2p/host/promise-with-resolvers.ts'

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

/** GUID that RFC 6455 appends to the client's key before hashing. */
const ACCEPTS = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** A frame with reserved bits, which its receiver must reject. */
const BAD_FRAME = Uint8Array.of(0xf0, 0x80, 0, 0, 0, 0)
const STRANGER = '12D3KooWGC6TvWhfapngX6wvJHMYvKpDMXPb3ZnCZ6dMoaMtimQ5'

const ends: Array<() => Promise<unknown>> = []

// An error event without a listener ends the process, and fails the run.
afterEach(async () => {
  await Promise.all(ends.splice(0).map(async (end) => await end()))
})

async function startNode (): Promise<Awaited<ReturnType<typeof startSwarmNode>>> {
  const node = await startSwarmNode()
  ends.push(async () => {
    await node.node.stop()
  })
  return node
}

/** Starts a server with this answer to WebSocket requests. */
async function startServer (upgrade: (socket: Duplex, key: string) => void): Promise<string> {
  const server = createServer()
  const sockets: Duplex[] = []
  server.on('upgrade', ({ headers }, socket) => {
    sockets.push(socket.on('error', () => {}))
    upgrade(socket, headers['sec-websocket-key'] ?? '')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  ends.push(async () =>
    await new Promise((resolve) => {
      sockets.forEach((socket) => {
        socket.destroy()
      })
      server.close(resolve)
    })
  )
  return `/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}/ws/p2p/${STRANGER}`
}

const accept = (key: string): string =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${
    createHash('sha1').update(key + ACCEPTS).digest('base64')
  }\r\n\r\n`

test.each([
  ['refuses', (socket: Duplex) => {
    socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n')
  }],
  ['sends what is no frame', (socket: Duplex, key: string) => {
    socket.write(accept(key))
    socket.write(BAD_FRAME)
  }],
  ['breaks off', (socket: Duplex, key: string) => {
    socket.write(accept(key))
    setTimeout(() => {
      socket.destroy()
    }, 50)
  }]
])('a dialed peer that %s harms only itself', async (_, upgrade) => {
  const node = await startNode()
  expect((await node.rpc(`swarm/connect?arg=${await startServer(upgrade)}&timeout=3s`)).status).toBe(500)
  expect((await node.rpc('version')).status).toBe(200)
})

test('a dial that is aborted before it is answered is harmless', async () => {
  const node = await startNode()
  const sockets: Duplex[] = []
  const address = await startServer((socket) => {
    sockets.push(socket)
  })
  const { status, text } = await node.rpc(`swarm/connect?arg=${address}&timeout=200ms`)
  expect([status, text]).toEqual([
    500,
    expect.stringMatching(/"connect \w+ failure: failed to dial: context deadline exceeded"/)
  ])
  sockets.forEach((socket) => {
    socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
  })
  expect((await node.rpc('version')).status).toBe(200)
})

test('a client that sends an invalid frame harms only itself', async () => {
  const node = await startNode()
  const [, port] = /\/tcp\/(\d+)\/ws/.exec(node.addresses.find((address) => address.includes('/ws')) ?? '') ?? []
  const socket = connect(Number(port), '127.0.0.1')
  const closed = new Promise((resolve) => {
    socket.on('error', () => {}).once('close', resolve)
  })
  socket.write(
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`
  )
  socket.once('data', () => {
    socket.write(BAD_FRAME)
  })
  await closed
  expect((await node.rpc('version')).status).toBe(200)
})
