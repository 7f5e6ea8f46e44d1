import '../../src/libp2p/promise-with-resolvers.ts'
import '../../src/node-adapter/web-socket.ts'
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import type { Ping } from '@libp2p/ping'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'

/** More than the node lets anybody open. */
const MAX_STREAMS = 2000

/** A peer that calls by WebSockets, as a browser does. @param listen - the relays that it has places at, as addresses */
export async function edgePeer (listen: string[] = []): Promise<Libp2p<{ ping: Ping }>> {
  return await createLibp2p({
    start: false,
    addresses: { listen },
    transports: [webSockets(), circuitRelayTransport()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ maxOutboundStreams: MAX_STREAMS, maxInboundStreams: MAX_STREAMS })],
    connectionGater: { denyDialMultiaddr: () => false },
    // it stays until the node cuts it, also where what it sends leaves no way for an answer
    connectionMonitor: { enabled: false },
    services: { identify: identify(), ping: ping({ runOnLimitedConnection: true }) }
  })
}
