import type { Exchange } from '../blocks/exchange.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Logs } from '../log/logs.ts'
import type { Blockstore } from '../store/blockstore.ts'
import type { GatewayNames } from './backends/gateway-names.ts'
import { blocksGateway } from './blocks-gateway.ts'
import { gatewayConfig } from './config.ts'
import type { Gateway } from './handler.ts'

/** The parts of a node that its gateway answers from. */
export interface LocalGatewayParts {
  config: ConfigStore
  blockstore: Blockstore
  names: GatewayNames
  /** undefined where nothing is fetched */
  exchange: Exchange | undefined
  online: boolean
  logs?: Logs
}

/** The gateway over a node's own blocks and names. */
export function localGateway ({ config, blockstore, names, exchange, online, logs }: LocalGatewayParts): Gateway {
  const gateway = blocksGateway({ config: gatewayConfig(config), store: blockstore, names, session: exchange == null ? undefined : () => exchange.session(), isOnline: online })
  return { ...gateway, log: logs?.logger('boxo/gateway') }
}
