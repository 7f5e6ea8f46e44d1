import { multihashKey } from '../../src/cid/hash/multihash-key.ts'
import type { SiteCache } from '../../src/gateway/own-origin/site-cache.ts'
import { BlockCache } from '../../src/store/cache/block-cache.ts'
import { SmallBlockCache } from '../../src/store/cache/small-block-cache.ts'

const NAME = 'swipfs-site'
/**
 * Maximum size of a site's block cache. Storage that the site's own scripts use does not count, as on any other site.
 */
const QUOTA_BYTES = 256 * 1024 * 1024

const verified = new SmallBlockCache()

/** Keeps small blocks in memory alone. */
const EMPTY_CACHE: SiteCache = {
  verified,
  get: async (cids) => cids.map(() => undefined),
  put: () => {},
  drop: ({ multihash }) => {
    verified.forget([multihashKey(multihash.bytes)])
  },
  size: () => undefined,
  fact: async () => undefined,
  setFact: () => {}
}

/** Opens the block cache of this site; an empty one if the browser denies storage. */
export async function openSiteCache (): Promise<SiteCache> {
  return await BlockCache.open(NAME, { maxBytes: QUOTA_BYTES }).catch(() => EMPTY_CACHE)
}
