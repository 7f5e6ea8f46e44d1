import type { SiteCache } from '../../src/gateway/site/site-cache.ts'
import { BlockCache } from '../../src/store/cache/block-cache.ts'

const NAME = 'swipfs-site'
/**
 * So much a site keeps of what it has shown. What its own scripts store beside it is a matter between them and the browser, as on
 * any other site.
 */
const QUOTA_BYTES = 256 * 1024 * 1024

const NOTHING: SiteCache = {
  get: async (cids) => cids.map(() => undefined),
  put: () => {},
  drop: () => {},
  size: () => undefined,
  fact: async () => undefined,
  setFact: () => {}
}

/** What this site has kept; nothing where the browser lets it keep nothing. */
export async function siteCache (): Promise<SiteCache> {
  return await BlockCache.open(NAME, { maxBytes: QUOTA_BYTES }).catch(() => NOTHING)
}
