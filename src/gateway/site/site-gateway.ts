import { blocksGateway } from '../blocks-gateway.ts'
import type { Gateway } from '../handler.ts'
import type { GatewaySnapshot } from '../port/serve-gateway.ts'
import type { HomeLink } from './home-link.ts'
import { SiteBlocks } from './site-blocks.ts'
import type { SiteCache } from './site-cache.ts'
import { siteNames } from './site-names.ts'

const SETTINGS = 'settings'

export interface SiteGatewayInit {
  cache: SiteCache
  link: HomeLink
  /** what the home has told of its settings last, in this life of the worker */
  settings: () => GatewaySnapshot | undefined
}

/** Keeps the settings of the home for times when it is away. */
export function keepSettings (cache: SiteCache, snapshot: GatewaySnapshot): void {
  cache.setFact(SETTINGS, snapshot)
}

/** Returns the settings of the home as they were heard last, in this life of the worker or before; undefined if they never were. */
export async function knownSettings (cache: SiteCache, settings: SiteGatewayInit['settings']): Promise<GatewaySnapshot | undefined> {
  return settings() ?? await cache.fact<GatewaySnapshot>(SETTINGS).catch(() => undefined)
}

/**
 * The gateway of a site: what it has kept, then what the node beside it has, by the settings of that node.
 *
 * @param waitMs - how long a read waits for a port of the home; the link's own time where undefined
 * @throws HomeUnreachableError when nothing is known of the home yet and it is away
 */
export async function siteGateway ({ cache, link, settings }: SiteGatewayInit, { signal, waitMs }: { signal: AbortSignal, waitMs: () => number | undefined }): Promise<Gateway> {
  const known = await knownSettings(cache, settings) ?? await asked()
  const store = new SiteBlocks({ cache, link, waitMs })
  return blocksGateway({ config: known.config, store, names: siteNames({ cache, link, waitMs }), session: known.fetches ? () => store.session() : undefined, isOnline: known.online })

  async function asked (): Promise<GatewaySnapshot> {
    await link.connection({ signal, waitMs: waitMs() })
    return settings() as GatewaySnapshot
  }
}
