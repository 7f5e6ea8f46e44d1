import { identify } from '@libp2p/identify'
import type { Connection, Stream } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { expect, test } from 'vitest'
import { startForeignPeer } from '../../testing/peers/foreign-peer.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

const MIB = 1024 * 1024
const BITSWAP = '/ipfs/bitswap/1.2.0'

/** More bytes than a node buffers unread. */
const FLOOD_BYTES = 192 * MIB
const STREAMS = 1000

/** Header of a yamux frame of maximum length, for an unknown stream: version, type, flags, stream, length. */
const LONGEST_FRAME = Uint8Array.of(0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)

/**
 * Sends piece by piece, each after the previous one was sent and could arrive, until the connection is closed.
 *
 * @returns the number of sent bytes
 */
async function sendAll (connection: Connection, bytes: number, send: (at: number) => void): Promise<number> {
  const { maConn } = (connection as unknown as { muxer: { maConn: { writeBufferLength: number } } }).muxer
  let sent = 0

  for (let i = 0; sent < FLOOD_BYTES && connection.status === 'open'; i++) {
    send(i)
    sent += bytes

    do {
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    } while (maConn.writeBufferLength > 0 && connection.status === 'open')
  }

  return sent
}

const FLOODS: Record<string, (connection: Connection) => Promise<number>> = {
  'sends a frame that is said to be 4 GiB long': async (connection) => {
    const { maConn } = (connection as unknown as { muxer: { maConn: { send: (bytes: Uint8Array) => void } } }).muxer
    const piece = new Uint8Array(256 * 1024)
    maConn.send(LONGEST_FRAME)
    return await sendAll(connection, piece.byteLength, () => {
      maConn.send(piece)
    })
  },

  'begins requests for circuits that it never ends': async (connection) => {
    // Opening several before the other end has accepted the first is an offence of its own.
    const streams: Stream[] = []
    while (streams.length < 64) {
      streams.push(await connection.newStream('/libp2p/circuit/relay/0.2.0/stop', { maxOutboundStreams: STREAMS }))
    }
    const piece = Uint8Array.from([0xff, 0xff, 0xff, 0x01, ...new Uint8Array(MIB)])
    // The reset of a single stream ends nothing.
    return await sendAll(connection, piece.byteLength, (i) => {
      try {
        streams[i % streams.length].send(piece)
      } catch {}
    })
  },

  'opens very many streams first, and fills them then': async (connection) => {
    // Opening several before the other end has accepted the first is an offence of its own.
    const streams: Stream[] = [await connection.newStream(BITSWAP)]

    while (streams.length < STREAMS) {
      streams.push(
        ...await Promise.all(
          Array.from(
            { length: 50 },
            async () => await connection.newStream(BITSWAP, { maxOutboundStreams: 2 * STREAMS })
          )
        )
      )
    }

    // Announces a message larger than a window.
    const piece = Uint8Array.from([0x80, 0x80, 0xc0, 0x01, ...new Uint8Array(200 * 1024)])

    // As above: its connection may be closed shortly after one of its streams.
    return await sendAll(connection, piece.byteLength, (i) => {
      try {
        streams[i]?.send(piece)
      } catch {}
    })
  }
}

test.for(Object.keys(FLOODS))('a peer that %s is disconnected before it has filled the memory, and others are served', {
  timeout: 120_000
}, async (kind) => {
  const [node, good] = [await startSwarmNode(), await startSwarmNode()]
  const greedy = await createLibp2p({
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ maxOutboundStreams: 2 * STREAMS, maxInboundStreams: 2 * STREAMS })],
    services: { identify: identify() },
    connectionGater: { denyDialMultiaddr: () => false }
  })

  try {
    const connection = await greedy.dial(multiaddr(node.addresses[0]))
    // Nothing can be sent on a closed connection.
    expect(await FLOODS[kind](connection).catch(() => 0)).toBeLessThan(FLOOD_BYTES)
    expect(connection.status).not.toBe('open')

    const form = new FormData()
    form.append('data', new Blob(['for others']), 'd')
    const { Key } = (await good.rpc('block/put', { body: form })).lines[0] as { Key: string }
    await node.rpc(`swarm/connect?arg=${good.addresses[0]}`)
    expect((await node.rpc(`block/get?arg=${Key}&timeout=30s`)).text).toBe('for others')
  } finally {
    await greedy.stop()
    await Promise.all([node.node.stop(), good.node.stop()])
  }
})

test('endless messages of many peers are limited in total', { timeout: 120_000 }, async () => {
  const node = await startSwarmNode()
  // At most four messages of 4 MiB per peer are read concurrently.
  const greedy = await Promise.all(
    Array.from({ length: 8 }, async () => await startForeignPeer({ services: { identify: identify() } }))
  )

  try {
    const connections = await Promise.all(greedy.map(async (peer) => await peer.dial(multiaddr(node.addresses[0]))))
    const piece = new Uint8Array(200 * 1024)

    await Promise.all(
      connections.map(async (connection) => {
        const streams = await Promise.all(Array.from({ length: 4 }, async () => await connection.newStream(BITSWAP)))
        // Announces 4 MiB.
        streams.forEach((stream) => {
          stream.send(Uint8Array.of(0x80, 0x80, 0x80, 0x02))
        })

        for (let i = 0; i < 20 && connection.status === 'open'; i++) {
          streams.forEach((stream) => {
            stream.send(piece)
          })
          await Promise.race([
            Promise.all(streams.map(async (stream) => {
              if (stream.writableNeedsDrain) {
                await stream.onDrain()
              }
            })),
            new Promise((resolve) => {
              setTimeout(resolve, 2000)
            })
          ])
        }
      }).map(async (sending) => {
        await sending.catch(() => {})
      })
    )

    await expect.poll(() => connections.filter(({ status }) => status !== 'open').length, { timeout: 30_000 })
      .toBeGreaterThan(0)
    expect(connections.some(({ status }) => status === 'open')).toBe(true)
  } finally {
    await Promise.all(greedy.map(async (peer) => {
      await peer.stop()
    }))
    await node.node.stop()
  }
})
