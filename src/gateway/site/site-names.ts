import { joinPaths } from '../../names/join-paths.ts'
import type { CachedName } from '../../names/name-cache.ts'
import { parsePath } from '../../path/content-path.ts'
import type { BlockCache } from '../../store/cache/block-cache.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import type { HomeLink } from './home-link.ts'

interface KeptName { path: string, ttlMs: number, modifiedMs: number }

export interface SiteNamesInit {
  cache: Pick<BlockCache, 'fact' | 'setFact'>
  link: Pick<HomeLink, 'use' | 'unreachable' | 'unreachableByVisit'>
  waitMs?: () => number | undefined
}

/**
 * The name of a site, as the node beside it resolves it. What it led to last is kept, and counts while that node cannot be
 * reached; never otherwise, so that nobody sees an old version who could see the new one.
 */
export function siteNames ({ cache, link, waitMs = () => undefined }: SiteNamesInit): GatewayNames {
  async function atHome (name: string, { signal, offline }: Parameters<GatewayNames['resolve']>[1]): Promise<CachedName> {
    const found = await link.use(async ({ names }) => await names.resolve(parsePath(name), { signal, offline }), { signal, waitMs: waitMs() })
    cache.setFact(name, { ...found, path: found.path.text } satisfies KeptName)
    return found
  }

  async function asKept (name: string, err: unknown): Promise<CachedName> {
    // a request that does not wait for a port has not tried to reach the home
    const tried = waitMs() !== 0 || link.unreachableByVisit != null
    const kept = tried && isAway(err) ? await cache.fact<KeptName>(name).catch(() => undefined) : undefined

    if (kept == null) {
      throw err
    }

    // whoever keeps the answer should ask again soon
    return { ...kept, path: parsePath(kept.path), ttlMs: 0 }
  }

  return {
    async resolve (path, options) {
      const name = `/${path.namespace}/${path.root}`
      const found = await atHome(name, options).catch(async (err: unknown) => await asKept(name, err))
      return path.segments.length === 0 ? found : { ...found, path: joinPaths(found.path, path) }
    },

    // asked of hosts that may have a link; this one's root is known
    async resolveOnce (path, options) {
      return await link.use(async ({ names }) => await names.resolveOnce(path, options), { signal: options.signal, waitMs: waitMs() })
    },

    async record (name, { signal, offline }) {
      return await link.use(async ({ names }) => await names.record(name, { signal, offline }), { signal, waitMs: waitMs() })
    }
  }
}

function isAway (err: unknown): boolean {
  return ['HomeUnreachableError', 'PortClosedError'].includes((err as Error).name)
}
