import '../../libp2p/host/promise-with-resolvers.ts'

import { withBitswap } from '@helia/bitswap'
import { ipns, pubSubIPNSRouting } from '@helia/ipns'
import type { IPNS, PubsubRoutingComponents } from '@helia/ipns'
import type { HeliaWithLibp2p } from '@helia/libp2p'
import { unixfs } from '@helia/unixfs'
import type { UnixFS } from '@helia/unixfs'
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { gossipsub } from '@libp2p/gossipsub'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { tcp } from '@libp2p/tcp'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { MemoryBlockstore } from 'blockstore-core'
import { MemoryDatastore } from 'datastore-core'
import { createLibp2p } from 'libp2p'
// The main export of package helia needs Node 22.
import { Helia } from '../../../node_modules/helia/dist/src/helia.js'
import { webRtcInNode } from '../../node-adapter/network/web-rtc-in-node.ts'

import '../../node-adapter/network/web-socket.ts'

/**
 * A Helia node with stores in memory, as a peer on loopback by TCP and WebSockets. With a relay, and if Node supports
 * WebRTC, also by WebRTC-direct and WebRTC. It knows no other peer.
 */
export interface HeliaPeer {
  helia: HeliaWithLibp2p
  files: UnixFS
  /** names over pubsub only */
  names: IPNS
  pubsub: PubsubRoutingComponents['libp2p']['services']['pubsub']
  addresses: string[]
  stop: () => Promise<void>
}

/**
 * Starts the node.
 *
 * @param relay - multiaddr of a relay, by which others reach it over WebRTC; its native code does not work well with a
 *   second instance in one process
 */
export async function startHeliaPeer ({ relay }: { relay?: string } = {}): Promise<HeliaPeer> {
  const datastore = new MemoryDatastore()
  const webRtc = relay == null ? undefined : await webRtcInNode()
  const stun = { rtcConfiguration: { iceServers: [] } }

  const libp2p = await createLibp2p({
    datastore,
    addresses: {
      listen: [
        '/ip4/127.0.0.1/tcp/0',
        '/ip4/127.0.0.1/tcp/0/ws',
        ...webRtc == null ? [] : ['/ip4/127.0.0.1/udp/0/webrtc-direct', `${relay}/p2p-circuit`, '/webrtc']
      ]
    },
    transports: [
      tcp(),
      webSockets(),
      ...webRtc == null ? [] : [webRtc.webRTCDirect(), webRtc.webRTC(stun), circuitRelayTransport()]
    ],
    connectionGater: { denyDialMultiaddr: () => false },
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify(), ping: ping(), pubsub: gossipsub({ allowPublishToZeroTopicPeers: true }) }
  })

  const helia = withBitswap(
    Object.assign(new Helia({ name: 'helia', version: '7', blockstore: new MemoryBlockstore(), datastore }), {
      libp2p
    }) as unknown as HeliaWithLibp2p
  )
  await helia.start()
  const { pubsub } = libp2p.services

  return {
    helia,
    files: unixfs(helia),
    names: ipns(helia, { routers: [pubSubIPNSRouting(helia as unknown as PubsubRoutingComponents)] }),
    pubsub: pubsub as unknown as HeliaPeer['pubsub'],
    addresses: libp2p.getMultiaddrs().map(String),

    stop: async () => {
      await helia.stop()
      await libp2p.stop()
    }
  }
}
