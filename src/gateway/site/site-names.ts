import { isError } from '../../errors/define-error.ts'
import type { CachedName } from '../../names/cache/name-cache.ts'
import { joinPaths } from '../../names/resolve/name-resolver.ts'
import { parsePath } from '../../path/content-path.ts'
import { PortClosedError } from '../../port/port-error.ts'
import type { BlockCache } from '../../store/cache/block-cache.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { HomeUnreachableError } from './home-connection.ts'
import type { HomeLink } from './home-connection.ts'

interface KeptName {
  path: string
  ttlMs: number
  modifiedMs: number
}

export interface SiteNamesInit {
  cache: Pick<BlockCache, 'fact' | 'setFact'>
  link: Pick<HomeLink, 'use' | 'unreachable' | 'unreachableByVisit'>
  waitMs?: () => number | undefined
}

/**
 * Makes name functions that the home node of a site executes. The last target is stored, and used only while the node
 * cannot be reached, so that an available new version is never hidden.
 */
export function siteNames ({ cache, link, waitMs = () => undefined }: SiteNamesInit): GatewayNames {
  async function atHome (
    name: string,
    { signal, offline }: Parameters<GatewayNames['resolve']>[1]
  ): Promise<CachedName> {
    const found = await link.use(async ({ names }) => await names.resolve(parsePath(name), { signal, offline }), {
      signal,
      waitMs: waitMs()
    })
    cache.setFact(name, { ...found, path: found.path.text } satisfies KeptName)
    return found
  }

  async function asKept (name: string, err: unknown): Promise<CachedName> {
    // A request that does not wait for a port has not tried to reach the home node.
    const tried = waitMs() !== 0 || link.unreachableByVisit != null
    const kept = tried && isAway(err) ? await cache.fact<KeptName>(name).catch(() => undefined) : undefined

    if (kept == null) {
      throw err
    }

    // Caches should ask again soon.
    return { ...kept, path: parsePath(kept.path), ttlMs: 0 }
  }

  return {
    async resolve (path, options) {
      const name = `/${path.namespace}/${path.root}`
      const found = await atHome(name, options).catch(async (err: unknown) => await asKept(name, err))
      return path.segments.length === 0 ? found : { ...found, path: joinPaths(found.path, path) }
    },

    // Called for hosts that may be DNSLink domains. The root of this site is known.
    async resolveOnce (path, options) {
      return await link.use(async ({ names }) => await names.resolveOnce(path, options), {
        signal: options.signal,
        waitMs: waitMs()
      })
    },

    async record (name, { signal, offline }) {
      return await link.use(async ({ names }) => await names.record(name, { signal, offline }), {
        signal,
        waitMs: waitMs()
      })
    }
  }
}

function isAway (err: unknown): boolean {
  return isError(err, HomeUnreachableError) || isError(err, PortClosedError)
}
