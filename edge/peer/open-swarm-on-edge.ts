import './lone-channel.ts'

import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import type { Connection } from '@libp2p/interface'
import { ReceiveMemoryLimit } from '../../src/libp2p/limits/receive-memory-limit.ts'
import { openLibp2pSwarm } from '../../src/libp2p/open-libp2p-swarm.ts'
import { relayServiceSettings } from '../../src/libp2p/relay/relay-service-settings.ts'
import { RelayService } from '../../src/libp2p/relay/relay-service.ts'
import type { RelayServiceParts } from '../../src/libp2p/relay/relay-service.ts'
import { DnsResolver } from '../../src/names/dns/dns-resolver.ts'
import type { SwarmDeps } from '../../src/swarm/swarm-deps.ts'
import type { Swarm } from '../../src/swarm/swarm.ts'
import {
  MAX_CONNECTIONS,
  MAX_PENDING,
  MAX_REMEMBERED,
  MAX_STREAMS,
  MAX_UNREAD_BYTES,
  WINDOW_BYTES
} from './door/peer-bounds.ts'
import type { PeerDoor } from './door/peer-door.ts'
import { PingAnswers } from './ping-answers.ts'
import type { PingAnswersParts } from './ping-answers.ts'
import { LISTENS_ON, SocketTransport } from './socket/socket-transport.ts'
import type { SocketTransportParts } from './socket/socket-transport.ts'
import { takesPeers } from './takes-peers.ts'

/**
 * Opens the swarm of a node on the edge. It listens at the host of the deployment, relays for its peers
 * (`Swarm.RelayService`), and dials WebSockets. It dials only peers that its settings or users name: each connection
 * keeps the object awake, which costs money.
 */
export async function openSwarmOnEdge (deps: SwarmDeps, door: PeerDoor): Promise<Swarm> {
  const { config } = deps
  const txt = new DnsResolver(config)
  const relaying = relayServiceSettings(config)
  let connections = (): readonly Connection[] => []
  const receiveMemory = new ReceiveMemoryLimit(() => connections(), MAX_UNREAD_BYTES)

  return await openLibp2pSwarm({
    transports: [
      {
        name: 'Websocket',
        make: (parts) => {
          const own = parts as unknown as SocketTransportParts
          connections = () => own.connectionManager.getConnections()
          return new SocketTransport(own, { door, receiveMemory })
        },
        ...takesPeers(config) ? { listensOn: LISTENS_ON } : {}
      },
      { name: 'Relay', make: circuitRelayTransport() }
    ],
    services: () => ({
      pingAnswers: (parts: PingAnswersParts) => new PingAnswers(parts),
      ...relaying == null ? {} : { relay: (parts: RelayServiceParts) => new RelayService(parts, relaying) }
    }),
    auto: false,
    lookupTxt: async (name, options) => (await txt.lookup(name, options)).texts,
    limits: {
      maxInbound: MAX_CONNECTIONS,
      maxPending: MAX_PENDING,
      maxStreams: MAX_STREAMS,
      windowBytes: WINDOW_BYTES,
      maxRemembered: MAX_REMEMBERED,
      keepAlive: false,
      receiveMemory
    }
  }, deps)
}
