import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../../bytes/recent-map.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'

type Estimation = DirectoryLimits['estimation']

/** Directories that are remembered, some 100 bytes each. */
const MAX_DIRECTORIES = 256

const counted = new RecentMap<string, number>({ max: MAX_DIRECTORIES })

/**
 * Bytes that the links of a stored directory were found to have at least; undefined for one that nobody counted lately.
 */
export function cachedLinksSize (root: CID, estimation: Estimation): number | undefined {
  return counted.peek(cacheKey(root, estimation))
}

/**
 * What a root names does not change, so what was counted of it holds although the directory itself is forgotten:
 * mutable files forget what they have looked at with each flush above it, and counting reads most of its shards.
 */
export function rememberCounted (root: CID, estimation: Estimation, bytes: number): void {
  counted.set(cacheKey(root, estimation), bytes)
}

function cacheKey (root: CID, estimation: Estimation): string {
  return `${estimation} ${root.toString()}`
}
