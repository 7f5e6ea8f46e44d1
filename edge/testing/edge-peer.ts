import '../../src/libp2p/host/promise-with-resolvers.ts'
import '../../src/node-adapter/network/web-socket.ts'

import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import type { Ping } from '@libp2p/ping'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'

/** Stream limit above that of the node. */
const MAX_STREAMS = 2000

/**
 * Creates a peer that dials WebSockets, like a browser.
 *
 * @param listen - addresses of the relays at which it reserves
 */
export async function edgePeer (listen: string[] = []): Promise<Libp2p<{ ping: Ping }>> {
  return await createLibp2p({
    start: false,
    addresses: { listen },
    transports: [webSockets(), circuitRelayTransport()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux({ maxOutboundStreams: MAX_STREAMS, maxInboundStreams: MAX_STREAMS })],
    connectionGater: { denyDialMultiaddr: () => false },
    // It stays connected until the node closes the connection, even if its traffic leaves no room for answers.
    connectionMonitor: { enabled: false },
    services: { identify: identify(), ping: ping({ runOnLimitedConnection: true }) }
  })
}
