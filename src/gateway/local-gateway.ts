import { blockReader } from '../blocks/block-reader.ts'
import type { Exchange } from '../blocks/exchange.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Names } from '../names/names.ts'
import type { Blockstore } from '../store/blockstore.ts'
import { blocksBackend } from './backends/blocks-backend.ts'
import { gatewayConfig } from './config.ts'
import type { Gateway } from './handler.ts'

/** The parts of a node that its gateway answers from. */
export interface LocalGatewayParts {
  config: ConfigStore
  blockstore: Blockstore
  names: Names
  /** undefined on a node that is offline */
  exchange: Exchange | undefined
}

/** The gateway over a node's own blocks, and over what its exchange brings unless `Gateway.NoFetch` forbids it. */
export function localGateway ({ config: store, blockstore, names, exchange }: LocalGatewayParts): Gateway {
  const config = gatewayConfig(store)

  return {
    config,

    backend: blocksBackend({
      blocks: blockReader(blockstore, config.noFetch ? undefined : exchange?.session()),
      local: blockReader(blockstore, undefined),
      names,
      missingStatus: config.noFetch && exchange != null ? 500 : 404
    })
  }
}
