import { generateKeyPair } from '@libp2p/crypto/keys'
import { identify } from '@libp2p/identify'
import type { StreamMuxer } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { tcp } from '@libp2p/tcp'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'
import type { Libp2p } from 'libp2p'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'

/** The address of a silent peer, and a function that ends it. */
export interface SilentPeer {
  id: string
  address: string
  stop: () => Promise<void>
}

export type SilentTransport = 'tcp' | 'ws'

const PROTOCOLS = [
  '/ipfs/ping/1.0.0',
  '/ipfs/bitswap/1.2.0',
  '/ipfs/kad/1.0.0',
  '/ipfs/lan/kad/1.0.0',
  '/meshsub/1.1.0',
  '/libp2p/fetch/0.0.1',
  '/x/silent'
]

/** Peers that accept a connection up to some point, then send nothing more, and do not close it. */
export const SILENT_PEERS: Record<string, (transport: SilentTransport) => Promise<SilentPeer>> = {
  'takes the connection and says nothing': async (transport) =>
    await (transport === 'tcp' ? startTcp() : startWebSockets()),
  'says who it is to noise, and takes streams without a word': async (transport) =>
    await startPeer(transport, { answersStreams: false }),
  'agrees to all protocols, and says nothing in them': async (transport) =>
    await startPeer(transport, { silent: [...PROTOCOLS, '/ipfs/id/1.0.0'] }),
  'says which protocols it speaks, and nothing in them': async (transport) =>
    await startPeer(transport, { silent: PROTOCOLS, identifies: true })
}

async function startTcp (): Promise<SilentPeer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return await at(`/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}`, async () => {
    sockets.forEach((socket) => {
      socket.destroy()
    })
    server.close()
  })
}

async function startWebSockets (): Promise<SilentPeer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })

  return await at(`/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}/ws`, async () => {
    server.clients.forEach((client) => {
      client.terminate()
    })
    server.close()
  })
}

async function at (address: string, stop: () => Promise<void>): Promise<SilentPeer> {
  const id = peerIdFromPrivateKey(await generateKeyPair('Ed25519')).toString()
  return { id, address: `${address}/p2p/${id}`, stop }
}

async function startPeer (
  transport: SilentTransport,
  { silent = [], identifies = false, answersStreams = true }: {
    silent?: string[]
    identifies?: boolean
    answersStreams?: boolean
  }
): Promise<SilentPeer> {
  const peer: Libp2p = await createLibp2p({
    addresses: { listen: [`/ip4/127.0.0.1/tcp/0${transport === 'ws' ? '/ws' : ''}`] },
    transports: [tcp(), webSockets()],
    connectionEncrypters: [noise()],
    connectionMonitor: { enabled: false },
    streamMuxers: [() => {
      const muxers = yamux()()
      const create = muxers.createStreamMuxer.bind(muxers)
      return Object.assign(muxers, {
        createStreamMuxer: (connection: Parameters<typeof create>[0]) =>
          answersStreams ? create(connection) : deaf(create(connection))
      })
    }],
    ...identifies ? { services: { identify: identify() } } : {}
  })

  await Promise.all(silent.map(async (protocol) => {
    await peer.handle(protocol, async () => {
      await new Promise(() => {})
    })
  }))
  return {
    id: peer.peerId.toString(),
    address: peer.getMultiaddrs()[0].toString(),
    stop: async () => {
      await peer.stop()
    }
  }
}

/** Returns a muxer that ignores inbound streams. */
function deaf (muxer: StreamMuxer): StreamMuxer {
  const listen = muxer.addEventListener.bind(muxer) as (...args: unknown[]) => void
  return Object.assign(muxer, {
    addEventListener: (name: string, ...rest: unknown[]) => {
      if (name !== 'stream') {
        listen(name, ...rest)
      }
    }
  })
}
