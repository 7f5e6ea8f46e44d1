import type { ExchangeSession } from '../../blocks/exchange/exchange-session.ts'
import type { BlockSource } from '../../blocks/local/block-source.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { blocksBackend } from '../backends/blocks-backend.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { offlineNames } from '../backends/offline-names.ts'
import type { Gateway } from '../handler/handler.ts'
import type { GatewayConfig } from '../request/config.ts'

export interface BlocksGatewayParts {
  config: GatewayConfig
  store: BlockSource
  names: GatewayNames
  /**
   * opens a session of the exchange; undefined if nothing is fetched. A session is undefined if the settings leave no
   * source.
   */
  session: (() => ExchangeSession | undefined) | undefined
  /** whether the node is online */
  isOnline: boolean
}

/**
 * Makes a gateway over a blockstore. Missing blocks are fetched by the exchange unless `Gateway.NoFetch` forbids it.
 */
export function blocksGateway (
  { config, store, names, session: makeSession, isOnline }: BlocksGatewayParts
): Gateway & Required<Pick<Gateway, 'cached'>> {
  const session = config.noFetch ? undefined : makeSession?.()
  const local = blockReader(store, undefined)
  const missingStatus = config.noFetch && isOnline ? 500 : 404

  return {
    config,
    retrieval: () => session?.report?.(),

    backend: blocksBackend({ blocks: blockReader(store, session), local, names, missingStatus }),
    cached: () => blocksBackend({ blocks: local, local, names: offlineNames(names), missingStatus })
  }
}
