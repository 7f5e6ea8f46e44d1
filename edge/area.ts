import type { ConfigStore } from '../src/config/config-store.ts'
import { gatewayConfig } from '../src/gateway/config.ts'
import { knownGateways } from '../src/gateway/hosts/known-gateways.ts'
import { splitSubdomainHost } from '../src/gateway/hosts/split-subdomain-host.ts'
import { PINNING_SERVICE_PATH } from '../src/pinning-service/handle-pinning-service.ts'
import { API_PREFIX } from '../src/rpc/handler.ts'

export type Area = 'rpc' | 'pins' | 'gateway' | 'peer'

/**
 * What a request is for. Kubo has a port for each; here all are on one, and neither the RPC nor the pinning service is on the hosts that
 * are the own origin of a content, whose paths are all the content's. Whoever asks for a WebSocket is a peer.
 */
export function areaOf (request: Request, config: ConfigStore): Area {
  const { pathname, host } = new URL(request.url)
  const isGateway = knownGateways(gatewayConfig(config).publicGateways)

  if (splitSubdomainHost(host, (name) => isGateway(name)?.useSubdomains === true) != null) {
    return 'gateway'
  }

  if (request.headers.get('upgrade')?.toLowerCase() === 'websocket') {
    return 'peer'
  }

  return isAt(API_PREFIX, pathname) ? 'rpc' : isAt(PINNING_SERVICE_PATH, pathname) ? 'pins' : 'gateway'
}

function isAt (prefix: string, pathname: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}
