import type { BlockCache } from '../../store/cache/block-cache.ts'

/** The cache of a site: blocks and facts. */
export type SiteCache = Pick<BlockCache, 'get' | 'put' | 'drop' | 'size' | 'fact' | 'setFact' | 'verified'>
