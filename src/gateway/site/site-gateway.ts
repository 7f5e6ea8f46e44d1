import type { Gateway } from '../handler/handler.ts'
import { blocksGateway } from '../local/local-gateway.ts'
import type { SiteCache } from '../own-origin/site-cache.ts'
import type { GatewaySnapshot } from '../port/serve-gateway.ts'
import type { Backend, ImmutablePath, PathTarget } from '../request/backend.ts'
import type { HomeLink } from './home-connection.ts'
import { HomeVerdicts } from './home-verdicts.ts'
import { SiteBlocks } from './site-blocks.ts'
import { siteNames } from './site-names.ts'

const SETTINGS = 'settings'

/** The stored settings, which are read once: newer ones come from the home node. */
const stored = new WeakMap<SiteCache, Promise<GatewaySnapshot | undefined>>()

export interface SiteGatewayInit {
  cache: SiteCache
  link: HomeLink
  /** returns the latest settings of the home node in the current life of the worker */
  settings: () => GatewaySnapshot | undefined
}

/** Stores the settings of the home node for times when it is unreachable. */
export function keepSettings (cache: SiteCache, snapshot: GatewaySnapshot): void {
  cache.setFact(SETTINGS, snapshot)
}

/**
 * Returns the latest known settings of the home node, from this life of the worker or an earlier one; undefined if
 * there are none.
 */
export async function knownSettings (
  cache: SiteCache,
  settings: SiteGatewayInit['settings']
): Promise<GatewaySnapshot | undefined> {
  if (!stored.has(cache)) {
    stored.set(cache, cache.fact<GatewaySnapshot>(SETTINGS).catch(() => undefined))
  }

  return settings() ?? await stored.get(cache)
}

/** Adds the denylists of the home node: cached content is not read by a path that they block. */
function withVerdicts (backend: Backend, verdicts: HomeVerdicts): Backend {
  const checkWay = async (path: ImmutablePath, { roots }: PathTarget, signal: AbortSignal): Promise<void> => {
    await verdicts.checkPaths(
      [path.text, ...roots.map((cid, i) => ['/ipfs', cid, ...path.segments.slice(i)].join('/'))],
      signal
    )
  }

  return {
    ...backend,
    async resolve (path, options) {
      const target = await backend.resolve(path, options)
      await checkWay(path, target, options.signal)
      return target
    },
    async checkPaths (paths, { signal }) {
      await verdicts.checkPaths(paths, signal)
    },
    async resolveName (path, options) {
      await verdicts.checkPaths([path.text], options.signal)
      return await backend.resolveName(path, options)
    },
    async car (path, params, options) {
      const content = await backend.car(path, params, options)
      await checkWay(path, content.target, options.signal)
      return content
    }
  }
}

/**
 * Makes the gateway of a site: its cache, then the home node, with the settings of that node.
 *
 * @param waitMs - maximum time that a read waits for a port of the home node; undefined for the link's default
 * @throws HomeUnreachableError if the home node is unreachable and its settings are unknown
 */
export async function siteGateway (
  { cache, link, settings }: SiteGatewayInit,
  { signal, waitMs }: { signal: AbortSignal; waitMs: () => number | undefined }
): Promise<Gateway> {
  const known = await knownSettings(cache, settings) ?? await asked()
  const verdicts = new HomeVerdicts({ cache, link, waitMs })
  const store = new SiteBlocks({ cache, link, waitMs, verdicts })
  const gateway = blocksGateway({
    config: known.config,
    store,
    names: siteNames({ cache, link, waitMs }),
    session: known.fetches ? () => store.session() : undefined,
    isOnline: known.online
  })
  return {
    ...gateway,
    backend: withVerdicts(gateway.backend, verdicts),
    cached: () => withVerdicts(gateway.cached(), verdicts)
  }

  async function asked (): Promise<GatewaySnapshot> {
    await link.connection({ signal, waitMs: waitMs() })
    return settings() as GatewaySnapshot
  }
}
