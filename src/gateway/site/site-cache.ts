import type { BlockCache } from '../../store/cache/block-cache.ts'

/** What a site keeps. */
export type SiteCache = Pick<BlockCache, 'get' | 'put' | 'drop' | 'size' | 'fact' | 'setFact'>
