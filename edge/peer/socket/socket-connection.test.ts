import '../../../src/libp2p/host/promise-with-resolvers.ts'

import { defaultLogger } from '@libp2p/logger'
import { multiaddr } from '@multiformats/multiaddr'
import { expect, it } from 'vitest'
import type { EngineSocket } from '../../engine/engine-socket.ts'
import { MAX_EARLY_BYTES, MAX_MESSAGE_BYTES } from '../door/peer-bounds.ts'
import { UnconfirmedBytes } from './send-window.ts'
import { SocketConnection } from './socket-connection.ts'

/** Creates a connection on a fake socket. */
function connection (): {
  connection: SocketConnection
  came: (bytes: number) => void
  closed: number[]
  received: number[]
} {
  const listeners = new Map<string, (event: never) => void>()
  const closed: number[] = []
  const received: number[] = []
  const socket = {
    accept () {},
    send () {},
    close: (code: number) => {
      closed.push(code)
    },
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners.set(type, listener)
    }
  } as unknown as EngineSocket
  const connection = new SocketConnection({
    socket,
    remoteAddr: multiaddr('/ip4/127.0.0.1/tcp/0/ws'),
    direction: 'inbound',
    log: defaultLogger().forComponent('test'),
    all: new UnconfirmedBytes(),
    received: (bytes) => {
      received.push(bytes)
    }
  })
  // A reader.
  connection.addEventListener('message', () => {})
  return {
    connection,
    closed,
    received,
    came: (bytes) => {
      listeners.get('message')!({ data: new ArrayBuffer(bytes) } as never)
    }
  }
}

it('closes a connection that sends much before its handshake has ended', () => {
  const early = connection()
  early.came(MAX_EARLY_BYTES)
  expect(early.closed).toEqual([])
  early.came(1)
  expect(early.closed).toEqual([1011])
  expect(early.received).toEqual([MAX_EARLY_BYTES])

  const known = connection()
  known.connection.pinger = { ping: async () => 1, nextPingID: 0 }
  known.came(MAX_MESSAGE_BYTES)
  known.came(MAX_MESSAGE_BYTES)
  expect(known.closed).toEqual([])
  known.came(MAX_MESSAGE_BYTES + 1)
  expect(known.closed).toEqual([1011])
})

it('sends no more pings once it is closed', () => {
  const { connection: closing } = connection()
  let signal: AbortSignal | undefined
  closing.pinger = {
    ping: async (options) => {
      signal = options.signal
      return await new Promise(() => {})
    },
    nextPingID: 0
  }
  expect(signal?.aborted).toBe(false)
  closing.abort(new Error('over'))
  expect(signal?.aborted).toBe(true)
})
