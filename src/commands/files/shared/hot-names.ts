import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../../bytes/recent-map.ts'

/** Entries as JSON, many per text. */
export interface JsonBatches {
  /** number of entries */
  readonly size: number
  readonly texts: readonly string[]
}

/** Limit of cached entries in all listings: a name and a few bytes each. */
const MAX_ROWS = 100_000

const kept = new RecentMap<string, JsonBatches>({ max: MAX_ROWS, sizeOf: ({ size }) => size })

/**
 * Returns the names in a stored directory from an LRU cache by its root CID. Without the cache a sharded directory
 * would be read shard by shard each time.
 *
 * @param read - reads the names on a cache miss; the result must not be modified afterwards
 */
export async function hotNames (root: CID, read: () => Promise<JsonBatches>): Promise<JsonBatches> {
  const key = root.toString()
  const known = kept.get(key)

  if (known != null) {
    return known
  }

  const names = await read()
  kept.set(key, names)
  return names
}
