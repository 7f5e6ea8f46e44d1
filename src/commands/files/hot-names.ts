import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../bytes/recent-map.ts'

/** Entries as JSON, many per text. */
export interface JsonLots {
  /** number of entries */
  readonly size: number
  readonly lots: readonly string[]
}

/** Limit of cached entries in all listings: a name and a few bytes each. */
const MAX_ROWS = 100_000

const kept = new RecentMap<string, JsonLots>({ max: MAX_ROWS, sizeOf: ({ size }) => size })

/**
 * Returns the names in a stored directory from an LRU cache by its root CID. Without the cache a sharded directory
 * would be read shard by shard each time.
 *
 * @param read - reads the names on a cache miss; the result must not be modified afterwards
 */
export async function hotNames (root: CID, read: () => Promise<JsonLots>): Promise<JsonLots> {
  const key = root.toString()
  const known = kept.get(key)

  if (known != null) {
    return known
  }

  const names = await read()
  kept.set(key, names)
  return names
}
