import { serveBlocks } from '../../blocks/port/serve-blocks.ts'
import { serveCalls } from '../../port/serve-calls.ts'
import type { ServeCallsOptions } from '../../port/serve-calls.ts'
import { gatewayConfig } from '../config.ts'
import type { GatewayConfig } from '../config.ts'
import type { LocalGatewayParts } from '../local-gateway.ts'
import { serveNames } from './serve-names.ts'

/** What a gateway at the other end of a port goes by at this moment: the gateway's part of the configuration, and no more. */
export interface GatewaySnapshot {
  config: GatewayConfig
  /** whether the node takes part in the network */
  online: boolean
  /** whether it has an exchange, allowed to be used or not */
  fetches: boolean
}

/**
 * Lets a gateway at the other end of a port (`portGateway`) answer from this node: what its own gateway would show, and nothing
 * else. There is no way to write through it, nor to the keys and the rest of the configuration.
 *
 * @param open - the node, opened by the first call that needs it
 * @returns closes the port and ends the calls
 */
export function serveGateway (port: MessagePort, open: () => Promise<LocalGatewayParts>, options?: ServeCallsOptions): () => void {
  return serveCalls(port, {
    async * gateway () {
      const { config, exchange, online } = await open()
      yield { value: { config: gatewayConfig(config), online, fetches: exchange != null } satisfies GatewaySnapshot }
    },

    ...serveNames(async () => (await open()).names),

    ...serveBlocks(async () => {
      const { config, blockstore, exchange } = await open()
      return { store: blockstore, session: exchange == null || gatewayConfig(config).noFetch ? undefined : () => exchange.session() }
    })
  }, { urgent: ['gateway', 'report'], ...options })
}
