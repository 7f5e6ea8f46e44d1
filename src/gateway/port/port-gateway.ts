import { PortBlocks } from '../../blocks/port/port-blocks.ts'
import type { PortCalls } from '../../port/port-calls.ts'
import type { Gateway } from '../handler/handler.ts'
import { blocksGateway } from '../local/local-gateway.ts'
import { portNames } from './port-names.ts'
import type { GatewaySnapshot } from './serve-gateway.ts'

/**
 * Makes a gateway over a node at the other end of a port (`serveGateway`).
 *
 * @returns a function that opens it for one request, with the current settings and a session of the exchange. Rejects
 *   with `PortClosedError` if the other end is gone, and with the node's error message if the node cannot be opened.
 * @example
 * ```ts
 * const gateway = portGateway(new PortCalls(port))
 * const response = await handleGateway(request, gateway)
 * ```
 */
export function portGateway (calls: PortCalls): () => Promise<Gateway> {
  const store = new PortBlocks(calls)
  const names = portNames(calls)

  return async () => {
    const { config, online, fetches } = await calls.once<GatewaySnapshot>('gateway', undefined)
    return blocksGateway({
      config,
      store,
      names,
      session: fetches ? () => store.session() : undefined,
      isOnline: online
    })
  }
}
