import type { ConfigStore } from '../../src/config/config-store.ts'
import { splitSubdomainHost } from '../../src/gateway/hosts/labels/subdomain-host.ts'
import { gatewayConfig } from '../../src/gateway/request/config.ts'
import { knownGateways } from '../../src/gateway/steps/route-host.ts'
import { PINNING_SERVICE_PATH } from '../../src/pinning-service/handle-pinning-service.ts'
import { API_PREFIX } from '../../src/rpc/handler.ts'

/** Path of the metrics, as in Kubo. */
export const METRICS_PATH = '/debug/metrics/prometheus'

export type Area = 'rpc' | 'pins' | 'gateway' | 'peer' | 'metrics'

/**
 * Subject of a request of another worker to the object: an API, the version of the denylists, a command of the RPC for
 * which the front reads the upload, or segments for an import.
 */
export type ObjectArea = Area | 'denylists' | 'upload' | 'segments'

/**
 * Returns the API that a request is for. Kubo has a port for each; here they share one. Hosts that are the own origin
 * of a content have neither RPC nor pinning service: all their paths belong to the content. Requests for a WebSocket
 * are from peers.
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

  if (isAt(API_PREFIX, pathname)) {
    return 'rpc'
  }

  if (pathname === METRICS_PATH) {
    return 'metrics'
  }

  return isAt(PINNING_SERVICE_PATH, pathname) ? 'pins' : 'gateway'
}

function isAt (prefix: string, pathname: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}
