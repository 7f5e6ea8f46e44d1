import type { CID } from 'multiformats/cid'
import type { ExchangeSession } from '../../blocks/exchange/exchange-session.ts'
import type { Exchange } from '../../blocks/exchange/exchange.ts'
import type { BlockSource } from '../../blocks/local/block-source.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Logs } from '../../log/logs.ts'
import { blocksBackend } from '../backends/blocks-backend.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { offlineNames } from '../backends/gateway-names.ts'
import type { Gateway } from '../handler/handler.ts'
import type { Backend } from '../request/backend.ts'
import { gatewayConfig } from '../request/config.ts'
import type { GatewayConfig } from '../request/config.ts'
import { RunningRequests } from '../steps/refusals.ts'

/** The parts of a node that its gateway needs. */
export interface LocalGatewayParts {
  config: ConfigStore
  blockstore: BlockSource
  names: GatewayNames
  /** undefined if nothing is fetched */
  exchange: Pick<Exchange, 'session'> | undefined
  online: boolean
  /** whether the node is a peer of others */
  isPeer?: boolean
  logs?: Logs
  /** the mutable files, if they can be mounted */
  mountedFiles?: { root: (options: { blocks: BlockReader; signal: AbortSignal }) => Promise<CID | undefined> }
}

/**
 * Makes a gateway over a node's own blocks and names.
 *
 * @example
 * ```ts
 * const response = await handleGateway(new Request(`http://localhost/ipfs/${cid}`), localGateway(node))
 * console.log(await response.text())
 * ```
 */
export function localGateway (
  { config, blockstore, names, exchange, online, logs, mountedFiles }: LocalGatewayParts
): Gateway {
  const gateway = blocksGateway({
    config: gatewayConfig(config),
    store: blockstore,
    names,
    session: exchange == null ? undefined : () => exchange.session(),
    isOnline: online
  })
  const withFiles = (backend: Backend): Backend => ({
    ...backend,
    filesRoot: async ({ signal }) => await mountedFiles?.root({ blocks: blockReader(blockstore, undefined), signal })
  })
  return {
    ...gateway,
    backend: withFiles(gateway.backend),
    cached: () => withFiles(gateway.cached()),
    running: runningOf(config),
    log: logs?.logger('boxo/gateway')
  }
}

/**
 * Request counters by configuration store. A new gateway is made for each request; the requests of a node are counted
 * together.
 */
const running = new WeakMap<ConfigStore, RunningRequests>()

function runningOf (config: ConfigStore): RunningRequests {
  const known = running.get(config) ?? new RunningRequests()
  running.set(config, known)
  return known
}

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
