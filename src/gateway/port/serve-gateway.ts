import { serveBlocks } from '../../blocks/port/serve-blocks.ts'
import { serveCalls } from '../../port/serve-calls.ts'
import type { ServeCallsOptions } from '../../port/serve-calls.ts'
import type { LocalGatewayParts } from '../local/local-gateway.ts'
import { gatewayConfig } from '../request/config.ts'
import type { GatewayConfig } from '../request/config.ts'
import { serveNames } from './serve-names.ts'
import { serveVerdicts } from './serve-verdicts.ts'

/** The current settings for a gateway at the other end of a port: only the gateway's part of the configuration. */
export interface GatewaySnapshot {
  config: GatewayConfig
  /** whether the node is online */
  online: boolean
  /** whether it has an exchange, even if the exchange must not be used */
  fetches: boolean
  /** whether it is a peer of others; undefined in the answer of an older node */
  isPeer?: boolean
  /** the language that the user chose in the app of the node, if any */
  language?: string | undefined
}

export interface ServeGatewayOptions extends ServeCallsOptions {
  /** returns the language that the user chose in the app of the node, if any */
  language?: (() => Promise<string | undefined>) | undefined
}

/**
 * Lets a gateway at the other end of a port (`portGateway`) answer from this node. It can read what the node's own
 * gateway would serve. It cannot write, and cannot read keys or other configuration.
 *
 * @param open - opens the node, at the first call that needs it
 * @returns a function that closes the port and aborts the calls
 * @example
 * ```ts
 * const { port1, port2 } = new MessageChannel()
 * const close = serveGateway(port1, async () => node)
 * worker.postMessage('gateway', [port2])
 * ```
 */
export function serveGateway (
  port: MessagePort,
  open: () => Promise<LocalGatewayParts>,
  options: ServeGatewayOptions = {}
): () => void {
  const { language, ...limits } = options

  return serveCalls(port, {
    async *gateway () {
      const { config, exchange, online, isPeer = false } = await open()
      yield {
        value: {
          config: gatewayConfig(config),
          online,
          fetches: exchange != null,
          isPeer,
          language: await language?.()
        } satisfies GatewaySnapshot
      }
    },

    ...serveNames(async () => (await open()).names),

    ...serveVerdicts(async () => (await open()).blockstore.capabilities.policy),

    ...serveBlocks(async () => {
      const { config, blockstore, exchange } = await open()
      return {
        store: blockstore,
        session: exchange == null || gatewayConfig(config).noFetch ? undefined : () => exchange.session()
      }
    })
  }, { urgent: ['gateway', 'report'], ...limits })
}
