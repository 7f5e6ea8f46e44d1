import { identify } from '@libp2p/identify'
import type { Connection, Libp2p, Stream } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'
import { createSocket } from 'node:dgram'
import type { Page } from 'playwright'

import '../../src/node-adapter/network/web-socket.ts'

import { SILENT_PEERS } from '../../src/testing/peers/silent-peers.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { connect, isServed } from '../fixtures/build/is-served.ts'
import { json, openPeerApp } from '../fixtures/page/peer-app.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

const BITSWAP = '/ipfs/bitswap/1.2.0'

/** More than any client needs. */
const STREAMS = 1000

/** A yamux frame of an unknown stream (version, type, flags, stream, length), and more data than a node buffers. */
const LONGEST_FRAME = Uint8Array.of(0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
const MOST_MIB = 400

interface Scope {
  ConnsUsage: number
  StreamsInboundUsage: number
}

/** A libp2p peer that ignores all rules except the connection handshake. */
let hostile: Libp2p
let good: Awaited<ReturnType<typeof startSwarmNode>>

test.beforeEach(async () => {
  good = await startSwarmNode()
  hostile = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0/ws'] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ maxOutboundStreams: 10 * STREAMS, maxInboundStreams: 10 * STREAMS })],
    nodeInfo: { userAgent: 'nobody-knows/99' },
    services: { identify: identify() }
  })
})

test.afterEach(async () => {
  await hostile.stop()
  await good.node.stop()
})

/** Returns the hostile peer's connection to the browser that dialled it. */
async function met (page: Page): Promise<Connection> {
  await connect(page, hostile.getMultiaddrs()[0].toString())
  await connect(page, good.addresses.find((address) => address.includes('/ws/')) ?? '')
  return hostile.getConnections()[0]
}

async function use (page: Page, peer: string): Promise<Scope | undefined> {
  return (await json<{ Peers?: Record<string, Scope> }>(page, 'swarm/resources')).Peers?.[peer]
}

test('a peer that opens a thousand slow streams does not affect others', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  const connection = await met(page)
  const streams: Stream[] = []

  for (let i = 0; i < STREAMS; i += 50) {
    const opened = await Promise.allSettled(
      Array.from({ length: 50 }, async () => await connection.newStream(BITSWAP, { maxOutboundStreams: 10 * STREAMS }))
    )
    streams.push(...opened.flatMap((result) => result.status === 'fulfilled' ? result.value : []))
  }

  // Announces a message of 1 MiB, and sends only a part of it.
  for (const stream of streams) {
    if (stream.writeStatus === 'writable') {
      stream.send(Uint8Array.from([0x80, 0x80, 0x40, ...new Uint8Array(16 * 1024)]))
    }
  }

  await isServed(page, good)
  expect(streams.length).toBeGreaterThan(900)
  const used = await use(page, hostile.peerId.toString())
  expect(used?.StreamsInboundUsage ?? 0).toBeLessThanOrEqual(1100)

  // Its resources are freed.
  await hostile.stop()
  await expect.poll(async () => await use(page, hostile.peerId.toString())).toBeUndefined()
  await isServed(page, good)
})

test('drops a peer that sends more than is read, and serves others', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  const connection = await met(page)
  const chunk = Uint8Array.from([0x80, 0x80, 0xc0, 0x01, ...new Uint8Array(200 * 1024)])

  const flood = (async () => {
    for (let i = 0; i < STREAMS; i++) {
      const stream = await connection.newStream(BITSWAP, { maxOutboundStreams: 10 * STREAMS })
      stream.send(chunk)
    }
  })()

  await expect(flood).rejects.toThrow()
  await expect.poll(() => connection.status).not.toBe('open')
  await isServed(page, good)
  expect(await use(page, hostile.peerId.toString())).toBeUndefined()
})

test('drops a peer that sends a frame of 4 GiB, and serves others', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  const connection = await met(page)
  const { maConn } = (connection as unknown as { muxer: { maConn: Stream } }).muxer
  const piece = new Uint8Array(256 * 1024)
  let sentMib = 0
  maConn.send(LONGEST_FRAME)

  // Unsent data is buffered here.
  for (; connection.status === 'open' && sentMib < MOST_MIB; sentMib += 1 / 4) {
    try {
      maConn.send(piece)
    } catch {
      break
    }

    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }

  expect(sentMib).toBeLessThan(MOST_MIB)
  await isServed(page, good)
  // The hostile side notices the close first.
  await expect.poll(async () => await use(page, hostile.peerId.toString())).toBeUndefined()
})

test(
  'connects to a peer of other versions without requests, and reports unsupported protocols',
  async ({ page, site }) => {
    await openPeerApp(page, site.origin)
    const connection = await met(page)

    for (const protocol of ['/ipfs/bitswap/9.9.9', '/nobody/knows/1', '/multistream/9.0.0']) {
      await expect(connection.newStream(protocol)).rejects.toMatchObject({ name: 'UnsupportedProtocolError' })
    }

    expect(await json(page, `id?arg=${hostile.peerId}`)).toMatchObject({
      AgentVersion: 'nobody-knows/99',
      Protocols: ['/ipfs/id/1.0.0']
    })
    await isServed(page, good)
    expect(connection.status).toBe('open')
    expect(connection.streams).toEqual([])
  }
)

test('times out a dial to a silent peer over each transport, with a reason', async ({ page, site }) => {
  const nobody = createSocket('udp4')
  await new Promise<void>((resolve) => {
    nobody.bind(0, '127.0.0.1', resolve)
  })
  const silent = await SILENT_PEERS['takes the connection and says nothing']('ws')
  const certhash = `u${Buffer.from([0x12, 0x20, ...new Uint8Array(32).fill(7)]).toString('base64url')}`

  try {
    await openPeerApp(page, site.origin)
    const at = (way: string, peer: unknown): string =>
      `/ip4/127.0.0.1/udp/${nobody.address().port}/${way}/certhash/${certhash}/p2p/${String(peer)}`
    const dial = async (address: string): Promise<string> =>
      (await rpc(page, `swarm/connect?arg=${encodeURIComponent(address)}`)).text
    const [ws, ...others] = await Promise.all(
      [silent.address, at('quic-v1/webtransport', hostile.peerId), at('webrtc-direct', good.node.identity.peerId)].map(
        dial
      )
    )
    expect(ws).toMatch(
      new RegExp(
        String.raw`all dials failed\\n {2}\* \[/ip4/127\.0\.0\.1/tcp/\d+/ws\] failed to negotiate ` +
          String.raw`security protocol: context deadline exceeded`
      )
    )
    others.forEach((said) => {
      expect(said).toMatch(
        /all dials failed\\n {2}\* \[\/ip4\/127\.0\.0\.1\/udp\/\d+\/(quic-v1\/webtransport|webrtc-direct)\/[^\]]*\] \w/
      )
    })
  } finally {
    nobody.close()
    await silent.stop()
  }
})
