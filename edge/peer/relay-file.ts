import { relayServiceSettings } from '../../src/libp2p/relay/relay-service-settings.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'

/** Path of the file, which static hosts can serve too. */
export const RELAY_FILE = '/relay.json'

/** Headers for pages of any origin; the content depends on the host. */
const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=60' }

/**
 * Returns the configuration with which visitors of a page find each other through this node (`OwnNetwork`): its
 * addresses if it is a relay, and its origin if it is a router.
 *
 * @param origin - HTTP origin of the node
 */
export async function relayFile (
  { config, identity, swarm }: Pick<IpfsNode, 'config' | 'identity' | 'swarm'>,
  origin: string
): Promise<Response> {
  const addresses = swarm == null || swarm.isOff || relayServiceSettings(config) == null
    ? []
    : (await swarm.get()).listenAddresses()

  return Response.json({
    relays: addresses.map((address) => `${address}/p2p/${identity.peerId}`),
    routers: config.get<boolean | null>('Gateway.ExposeRoutingAPI') === false ? [] : [origin]
  }, { headers: HEADERS })
}
