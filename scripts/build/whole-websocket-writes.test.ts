import type { MultiaddrConnection } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { Uint8ArrayList } from 'uint8arraylist'
import { expect, test } from 'vitest'

import '../../src/libp2p/host/promise-with-resolvers.ts'

import { asBuilt, fileOf, transformed } from './as-built.ts'
import { wholeWebSocketWrites } from './whole-websocket-writes.mjs'

const FILE = fileOf('@libp2p/websockets', 'websocket-to-conn.js')

/** A fake open WebSocket that records sent messages. */
class Socket extends EventTarget {
  readonly bufferedAmount = 0
  readonly sent: Uint8Array[] = []

  send (bytes: Uint8Array): void {
    this.sent.push(bytes.slice())
  }

  close (): void {}
}

async function sent (isWhole: boolean, writes: ReadonlyArray<Uint8Array | Uint8ArrayList>): Promise<Uint8Array[]> {
  const { webSocketToMaConn } = await asBuilt<{ webSocketToMaConn: (init: object) => MultiaddrConnection }>(
    FILE,
    isWhole ? wholeWebSocketWrites() : undefined
  )
  const log = Object.assign(() => {}, { error () {}, trace () {}, newScope: () => log })
  const socket = new Socket()
  const connection = webSocketToMaConn({
    websocket: socket,
    remoteAddr: multiaddr('/ip4/127.0.0.1/tcp/1/ws'),
    direction: 'outbound',
    log
  })
  for (const write of writes) {
    connection.send(write)
  }
  return socket.sent
}

test('sends a write as one message, with equal bytes', async () => {
  const frame = (bytes: number): Uint8ArrayList =>
    new Uint8ArrayList(Uint8Array.of(bytes >> 8, bytes), new Uint8Array(bytes).fill(7))
  // The second write is a part of a longer buffer.
  const writes = [
    frame(28),
    new Uint8Array(10).fill(3).subarray(4, 9),
    new Uint8ArrayList(frame(65_535), frame(40)),
    frame(1)
  ]
  const [whole, parts] = [await sent(true, writes), await sent(false, writes)]
  expect(whole.map(({ byteLength }) => byteLength)).toEqual([30, 5, 65_579, 3])
  expect(parts.length).toBe(9)
  expect(Buffer.concat(whole).equals(Buffer.concat(parts))).toBe(true)
})

test('throws if the package writes in an unexpected way', () => {
  expect(transformed(wholeWebSocketWrites(), 'x()', '/x/other.js')).toBeUndefined()
  expect(() =>
    transformed(
      wholeWebSocketWrites(),
      'class A { sendData () {} }',
      '/node_modules/@libp2p/websockets/dist/src/websocket-to-conn.js'
    )
  ).toThrow('in another way now')
})
