import type { Exchange } from '../blocks/exchange.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Blockstore } from '../store/blockstore.ts'
import { blocksGateway } from './blocks-gateway.ts'
import { gatewayConfig } from './config.ts'
import type { Gateway } from './handler.ts'

/** The parts of a node that its gateway answers from. */
export interface LocalGatewayParts {
  config: ConfigStore
  blockstore: Blockstore
  /** undefined on a node that is offline */
  exchange: Exchange | undefined
}

/** The gateway over a node's own blocks. */
export function localGateway ({ config, blockstore, exchange }: LocalGatewayParts): Gateway {
  return blocksGateway({ config: gatewayConfig(config), store: blockstore, session: exchange == null ? undefined : () => exchange.session() })
}
