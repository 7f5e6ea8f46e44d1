import type { CID } from 'multiformats/cid'
import type { SortedRows } from '../../bytes/sorted-rows.ts'

/** Rows of all listings that are kept: a name and some bytes each. */
const MAX_ROWS = 100_000

const kept = new Map<string, SortedRows>()
let rows = 0

/**
 * The names in a stored directory, which are the same as long as its root is. Those of the directories that were listed last are kept: a sharded
 * one is read shard by shard otherwise, each time.
 *
 * @param read - reads them; they are not added to afterwards
 */
export async function hotNames (root: CID, read: () => Promise<SortedRows>): Promise<SortedRows> {
  const key = root.toString()
  const known = kept.get(key)

  if (known != null) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }

  const names = await read()

  if (names.size <= MAX_ROWS && !kept.has(key)) {
    kept.set(key, names)
    rows += names.size
  }

  for (const [oldest, { size }] of kept) {
    if (rows <= MAX_ROWS) {
      break
    }

    kept.delete(oldest)
    rows -= size
  }

  return names
}
