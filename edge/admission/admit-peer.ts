import type { ConfigStore } from '../../src/config/config-store.ts'
import { addressFilters } from '../../src/net/addresses/address-filters.ts'
import { isInNet } from '../../src/net/addresses/in-net.ts'
import { parseMultiaddr } from '../../src/net/addresses/parse-multiaddr.ts'
import { plainError } from '../../src/rpc/response/plain-responses.ts'
import { clientAddress } from '../peer/door/client-address.ts'
import { takesPeers } from '../peer/takes-peers.ts'
import type { Admission } from './admit.ts'

/**
 * Checks a WebSocket request before the Durable Object is woken. Peers connect to the root of the host, if the settings
 * of the deployment allow it and their address is not in `Swarm.AddrFilters`.
 *
 * @param config - settings of the deployment
 */
export function admitPeer (request: Request, config: ConfigStore): Admission {
  if (request.method !== 'GET' || new URL(request.url).pathname !== '/') {
    return { refused: plainError('404 page not found', 404) }
  }

  if (!takesPeers(config) || isFiltered(clientAddress(request), config)) {
    return { refused: plainError('this node does not accept peer connections', 403) }
  }

  return { by: 'peer' }
}

function isFiltered (address: string, config: ConfigStore): boolean {
  const from = parseMultiaddr(`/${address.includes(':') ? 'ip6' : 'ip4'}/${address}`)
  return addressFilters(config.all()).some((net) => isInNet(from, net))
}
