import { startForeignPeer } from '../../testing/peers/foreign-peer.ts'
import '../host/promise-with-resolvers.ts'

import { generateKeyPair } from '@libp2p/crypto/keys'
import { identify } from '@libp2p/identify'
import type { Connection, Libp2p, Stream } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { ping } from '@libp2p/ping'
import { tcp } from '@libp2p/tcp'
import { streamPair } from '@libp2p/utils'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { afterEach, expect, test } from 'vitest'
import { hash } from '../../cid/hash/hash.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { frames } from '../streams/frames.ts'
import { streamChunks } from '../streams/stream-chunks.ts'
import { BitswapStreams } from './bitswap-streams.ts'
import { emptyMessage } from './message.ts'
import type { BitswapMessage } from './message.ts'
import { readMessage } from './read-message.ts'
import { writeMessage } from './write-message.ts'

const BITSWAP = '/ipfs/bitswap/1.2.0'
const MAX_BYTES = 1024 * 1024

const ends: Array<() => Promise<unknown>> = []

afterEach(async () => {
  await Promise.all(ends.splice(0).map(async (end) => await end()))
})

/** Starts a peer that dials the node and never identifies itself. Also returns the messages from the node. */
async function startSilentPeer (
  node: { addresses: string[] }
): Promise<{ stream: Stream; heard: BitswapMessage[]; stop: () => Promise<void> }> {
  const peer = await startForeignPeer()
  ends.push(async () => {
    await peer.stop()
  })
  const heard: BitswapMessage[] = []

  await peer.handle(BITSWAP, async (stream) => {
    for await (const message of frames(streamChunks(stream), MAX_BYTES)) {
      heard.push(readMessage(message))
    }
  })

  const connection = await peer.dial(multiaddr(node.addresses[0]))
  return {
    stream: await connection.newStream(BITSWAP),
    heard,
    stop: async () => {
      await peer.stop()
    }
  }
}

async function startNode (): Promise<Awaited<ReturnType<typeof startSwarmNode>>> {
  const node = await startSwarmNode()
  ends.push(async () => {
    await node.node.stop()
  })
  return node
}

test('a peer that wants a block before it is identified gets it', async () => {
  const node = await startNode()
  const form = new FormData()
  form.append('data', new Blob(['from here']), 'd')
  const cid = CID.parse(((await node.rpc('block/put', { body: form })).lines[0] as { Key: string }).Key)

  const { stream, heard } = await startSilentPeer(node)
  stream.send(
    writeMessage({ ...emptyMessage(), wants: [{ cid, priority: 1, cancel: false, have: false, sendDontHave: true }] })
  )
  await expect.poll(() => heard.flatMap(({ blocks }) => blocks.map(({ data }) => new TextDecoder().decode(data))))
    .toEqual(['from here'])
})

test('a peer that has used bitswap is asked for blocks, and forgotten with its connection', async () => {
  const node = await startNode()
  const { stream, heard, stop } = await startSilentPeer(node)
  const cid = CID.createV1(raw.code, await hash(new TextEncoder().encode('nobody has it')))
  void node.rpc(`block/get?arg=${cid}`).catch(() => {}) // ends with the node
  stream.send(writeMessage(emptyMessage()))
  await expect.poll(() => heard.flatMap(({ wants }) => wants.map(({ cid }) => cid.toString()))).toEqual([
    cid.toString()
  ])
  await stop()
  await expect.poll(async () => (await node.rpc('bitswap/wantlist')).lines).toEqual([{ Keys: [] }])
})

test('a dialled peer that never identifies itself is pinged, and asked for blocks anyway', async () => {
  const node = await startNode()
  const heard: BitswapMessage[] = []
  const peer = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { ping: ping() }
  })
  ends.push(async () => {
    await peer.stop()
  })
  await peer.handle(BITSWAP, async (stream) => {
    for await (const message of frames(streamChunks(stream), MAX_BYTES)) {
      heard.push(readMessage(message))
    }
  })
  const cid = CID.createV1(raw.code, await hash(new TextEncoder().encode('nobody has it')))
  void node.rpc(`block/get?arg=${cid}`).catch(() => {}) // ends with the node
  await node.rpc(`swarm/connect?arg=${peer.getMultiaddrs()[0]}`)
  expect((await node.rpc(`ping?arg=${peer.peerId}&count=1`)).text).toContain('Average latency')
  await expect.poll(() => heard.flatMap(({ wants }) => wants.map(({ cid }) => cid.toString()))).toEqual([
    cid.toString()
  ])
})

test('a connection to a peer that no longer reads is closed, whatever is pending', async () => {
  const node = await startNode()
  const form = new FormData()
  form.append('data', new Blob([new Uint8Array(MAX_BYTES)]), 'd')
  const cid = CID.parse(((await node.rpc('block/put', { body: form })).lines[0] as { Key: string }).Key)
  const peer = await startForeignPeer()
  ends.push(async () => {
    await peer.stop()
  })
  const met = new Promise<void>((resolve) => {
    void peer.handle(BITSWAP, (stream) => {
      stream.pause()
      resolve()
    })
  })
  const stream = await (await peer.dial(multiaddr(node.addresses[0]))).newStream(BITSWAP)
  stream.send(
    writeMessage({ ...emptyMessage(), wants: [{ cid, priority: 1, cancel: false, have: false, sendDontHave: true }] })
  )
  await met
  // More than the stream's window allows.
  await expect.poll(async () => (await node.rpc('stats/bw')).lines).toMatchObject([{
    TotalOut: expect.toSatisfy((bytes: number) => bytes > MAX_BYTES / 2)
  }])
  expect((await node.rpc(`swarm/disconnect?arg=/p2p/${peer.peerId}`)).lines).toEqual([{
    Strings: [`disconnect ${peer.peerId} success`]
  }])
  expect((await node.rpc('swarm/peers')).lines).toEqual([{ Peers: null }])
})

test('messages that a peer does not read on one connection are sent over its newer one', async () => {
  const node = await startNode()
  const form = new FormData()
  form.append('data', new Blob([new Uint8Array(MAX_BYTES)]), 'd')
  const cid = CID.parse(((await node.rpc('block/put', { body: form })).lines[0] as { Key: string }).Key)
  const peer = await startForeignPeer({ services: { identify: identify() } })
  ends.push(async () => {
    await peer.stop()
  })
  const heard: number[] = []
  let isFirst = true

  const met = new Promise<void>((resolve) => {
    void peer.handle(BITSWAP, async (stream) => {
      // The first connection is dead, and that is unnoticed.
      if (isFirst) {
        isFirst = false
        stream.pause()
        resolve()
        return
      }

      for await (const message of frames(streamChunks(stream), 2 * MAX_BYTES)) {
        heard.push(...readMessage(message).blocks.map(({ data }) => data.byteLength))
      }
    })
  })

  const stream = await (await peer.dial(multiaddr(node.addresses[0]))).newStream(BITSWAP)
  stream.send(
    writeMessage({ ...emptyMessage(), wants: [{ cid, priority: 1, cancel: false, have: false, sendDontHave: true }] })
  )
  await met
  await peer.dial(multiaddr(node.addresses[0]), { force: true })
  await expect.poll(() => heard).toEqual([MAX_BYTES])
})

test('a peer with only a relayed connection left counts as disconnected, and as new when it comes back', async () => {
  const listeners = new Map<string, (event: unknown) => void>()
  const events: string[] = []
  let connections: Connection[] = []
  let meet = (_peer: Connection['remotePeer']): void => {}

  const libp2p = {
    handle: async () => {},
    register: async (_protocol: string, { onConnect }: { onConnect: typeof meet }) => {
      meet = onConnect
      return ''
    },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners.set(name, listener)
    },
    getConnections: () => connections
  } as unknown as Libp2p

  const id = peerIdFromPrivateKey(await generateKeyPair('Ed25519'))
  const connection = (limits: object | undefined): Connection =>
    ({ remotePeer: id, status: 'open', limits, streams: [], timeline: { open: 0 } }) as unknown as Connection
  const [direct, relayed] = [connection(undefined), connection({ seconds: 60 })]
  const close = (closed: Connection): void => {
    connections = connections.filter((other) => other !== closed)
    listeners.get('connection:close')?.({ detail: closed })
  }
  await new BitswapStreams(libp2p).start({
    connected: () => {
      events.push('connected')
    },
    disconnected: () => {
      events.push('disconnected')
    },
    received: async () => {}
  })

  connections = [direct, relayed]
  meet(id)
  close(direct)
  expect(events).toEqual(['connected', 'disconnected'])
  connections = [relayed, connection(undefined)]
  meet(id)
  close(relayed)
  expect(events).toEqual(['connected', 'disconnected', 'connected'])
})

/** Accepts streams without connections, and counts the received messages. */
async function startTaking (): Promise<
  { take: (stream: Stream, connection: Connection) => Promise<void>; received: () => number }
> {
  let take = async (_stream: Stream, _connection: Connection): Promise<void> => {}
  let received = 0
  const libp2p = {
    handle: async (_: string, handler: typeof take) => {
      take = handler
    },
    register: async () => '',
    addEventListener: () => {}
  } as unknown as Libp2p
  await new BitswapStreams(libp2p).start({
    connected: () => {},
    disconnected: () => {},
    received: async () => {
      received++
    }
  })
  return { take, received: () => received }
}

async function connectionThatIs (status: Connection['status']): Promise<Connection> {
  return {
    remotePeer: peerIdFromPrivateKey(await generateKeyPair('Ed25519')),
    status,
    streams: []
  } as unknown as Connection
}

test('a stream that was read to its end delays no other one, however long the peer takes to close it', async () => {
  const { take, received } = await startTaking()
  const connection = await connectionThatIs('open')

  for (let i = 0; i < 10; i++) {
    const [mine, theirs] = await streamPair()
    mine.close = async ({ signal } = {}) => {
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(signal.reason as Error)
        })
      })
    }
    void take(mine, connection)
    theirs.send(writeMessage(emptyMessage()))
    await theirs.close()
  }

  await expect.poll(received).toBe(10)
})

test('messages of a disconnected peer are dropped: nothing would remove its wants', async () => {
  const { take, received } = await startTaking()
  const [mine, theirs] = await streamPair()
  const taken = take(mine, await connectionThatIs('closed'))
  theirs.send(writeMessage({ ...emptyMessage(), full: true }))
  await theirs.close()
  await taken
  expect(received()).toBe(0)
})
