import type { Json } from '../../config/values/config.ts'
import { httpService } from '../../gateway/local/http-service.ts'
import { peerGateway } from '../../gateway/local/peer-gateway.ts'
import { openSwarmInNode } from '../../node-adapter/network/open-swarm-in-node.ts'
import { TCP_SOCKETS } from '../../node-adapter/network/tcp-sockets.ts'
import { gatewayPeers } from '../../swarm/streams/gateway-peers.ts'
import { TestNode } from '../test-node.ts'
import type { TestNodeInit } from '../test-node.ts'

/** Starts a node in memory that is a peer on loopback, by TCP and WebSockets, and knows no other peer. */
export async function startSwarmNode (
  { config, ...init }: TestNodeInit = {}
): Promise<TestNode & { addresses: string[] }> {
  const node = await TestNode.start({
    openSwarm: openSwarmInNode,
    sockets: TCP_SOCKETS,
    httpService,
    peerGateway,
    peerSource: gatewayPeers,
    config: {
      Bootstrap: [],
      'Routing.Type': 'none',
      'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0', '/ip4/127.0.0.1/tcp/0/ws'],
      ...config
    } as Record<string, Json>,
    ...init
  })

  const addresses = (await node.node.swarm!.get()).listenAddresses().map((address) =>
    `${address}/p2p/${node.node.identity.peerId}`
  )
  return Object.assign(node, { addresses })
}
