import { blockReader } from '../blocks/block-reader.ts'
import type { BlockSource } from '../blocks/block-source.ts'
import type { ExchangeSession } from '../blocks/exchange-session.ts'
import { blocksBackend } from './backends/blocks-backend.ts'
import type { GatewayConfig } from './config.ts'
import type { Gateway } from './handler.ts'

export interface BlocksGatewayParts {
  config: GatewayConfig
  store: BlockSource
  /** makes a session of the exchange; undefined on a node that is offline */
  session: (() => ExchangeSession) | undefined
}

/** A gateway over blocks, wherever they lie, and over what an exchange brings unless `Gateway.NoFetch` forbids it. */
export function blocksGateway ({ config, store, session }: BlocksGatewayParts): Gateway {
  return {
    config,

    backend: blocksBackend({
      blocks: blockReader(store, config.noFetch ? undefined : session?.()),
      local: blockReader(store, undefined),
      missingStatus: config.noFetch && session != null ? 500 : 404
    })
  }
}
