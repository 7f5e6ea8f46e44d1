import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../../bytes/recent-map.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'

type Estimation = DirectoryLimits['estimation']

/** The maximum number of cached directories; each takes about 100 bytes. */
const MAX_DIRECTORIES = 256

const counted = new RecentMap<string, number>({ max: MAX_DIRECTORIES })

/** Returns a lower bound of the size of a stored directory's links in bytes; undefined on a cache miss. */
export function cachedLinksSize (root: CID, estimation: Estimation): number | undefined {
  return counted.peek(cacheKey(root, estimation))
}

/**
 * Caches a lower bound of the size of a directory's links. Counting reads most shards of a directory. The key is an
 * immutable CID, so the value stays valid after MFS unloads the directory on a flush.
 */
export function rememberCounted (root: CID, estimation: Estimation, bytes: number): void {
  counted.set(cacheKey(root, estimation), bytes)
}

function cacheKey (root: CID, estimation: Estimation): string {
  return `${estimation} ${root.toString()}`
}
