import type { CID } from 'multiformats/cid'
import type { PbLink } from '../../../ipld/dag-pb/pb-node.ts'

/** Number of entries that are read together with another one. */
const MAX_ENTRIES = 24

/** Larger entries are not read ahead: for them the cost of a separate lookup is small. */
const MAX_ENTRY_BYTES = 64 * 1024

/** Sum of the sizes of all of them, so that they hardly delay the entry that was asked for. */
const MAX_BYTES = 256 * 1024

export interface EntryOrder {
  /** names in the order in which a page asks for them */
  order?: readonly string[] | undefined
  /** length of the prefix of the names of a shard, in bytes */
  prefixLength?: number
}

/**
 * Returns the small entries of a directory that are likely to be asked for after one of them: first those that a page
 * names after it, then those that follow it in the directory, which starts over at its end.
 */
export function entriesAfter (
  links: readonly PbLink[],
  at: number,
  { order = [], prefixLength = 0 }: EntryOrder
): CID[] {
  let following = [...links.slice(at + 1), ...links.slice(0, at)]
  const named = order.slice(order.indexOf(links[at].nameFrom(prefixLength)) + 1)

  if (named.length > 0) {
    const byName = new Map(following.map((link) => [link.nameFrom(prefixLength), link]))
    following = [...new Set([...named.map((name) => byName.get(name)).filter((link) => link != null), ...following])]
  }

  const cids: CID[] = []
  let left = MAX_BYTES

  for (const { cid, tsize } of following) {
    const bytes = Number(tsize ?? 0)

    if (bytes <= MAX_ENTRY_BYTES) {
      left -= bytes

      if (left < 0 || cids.push(cid) === MAX_ENTRIES) {
        break
      }
    }
  }

  return cids
}
