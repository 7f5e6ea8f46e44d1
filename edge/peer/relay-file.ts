import { relayServiceSettings } from '../../src/libp2p/relay-service-settings.ts'
import type { IpfsNode } from '../../src/node/ipfs-node.ts'

/** Who serves pages puts this file beside them. */
export const RELAY_FILE = '/relay.json'

/** For pages of any origin; what it says changes with the host. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=60' }

/**
 * What pages need to know of this node so that their visitors find each other by it (`OwnNetwork`): its addresses where it is a relay, and
 * its origin where it is a router.
 *
 * @param origin - where the node is reached by HTTP
 */
export async function relayFile ({ config, identity, swarm }: Pick<IpfsNode, 'config' | 'identity' | 'swarm'>, origin: string): Promise<Response> {
  const addresses = swarm == null || swarm.isOff || relayServiceSettings(config) == null ? [] : (await swarm.get()).listenAddresses()

  return Response.json({
    relays: addresses.map((address) => `${address}/p2p/${identity.peerId}`),
    routers: config.get<boolean | null>('Gateway.ExposeRoutingAPI') === false ? [] : [origin]
  }, { headers: HEADERS })
}
