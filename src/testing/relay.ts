import '../libp2p/promise-with-resolvers.ts'
import '../node-adapter/web-socket.ts'
import { circuitRelayServer } from '@libp2p/circuit-relay-v2'
import { generateKeyPair } from '@libp2p/crypto/keys'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'

export interface Relay {
  address: string
  stop: () => Promise<void>
  /** the same one once more, where it was */
  startAgain: () => Promise<void>
}

/** A relay of libp2p in Node, on the loopback by WebSockets, that introduces peers to each other. */
export async function startRelay (): Promise<Relay> {
  const privateKey = await generateKeyPair('Ed25519')

  const start = async (port: number): ReturnType<typeof createLibp2p> => await createLibp2p({
    privateKey,
    addresses: { listen: [`/ip4/127.0.0.1/tcp/${port}/ws`] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify(), relay: circuitRelayServer() }
  })

  let relay = await start(0)
  const address = String(relay.getMultiaddrs()[0])

  return {
    address,
    stop: async () => { await relay.stop() },
    startAgain: async () => { relay = await start(Number(/\/tcp\/(\d+)/.exec(address)?.[1])) }
  }
}
