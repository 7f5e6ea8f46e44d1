import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../bytes/recent-map.ts'

/** Entries in JSON, many in each text. */
export interface JsonLots {
  /** how many entries */
  readonly size: number
  readonly lots: readonly string[]
}

/** Rows of all listings that are kept: a name and some bytes each. */
const MAX_ROWS = 100_000

const kept = new RecentMap<string, JsonLots>({ max: MAX_ROWS, sizeOf: ({ size }) => size })

/**
 * The names in a stored directory, which are the same as long as its root is. Those of the directories that were listed last are kept: a sharded
 * one is read shard by shard otherwise, each time.
 *
 * @param read - reads them; they are not added to afterwards
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
