import type { CID } from 'multiformats/cid'
import { encodeUtf8 } from '../../../go/text/utf8.ts'
import { decodePbNode } from '../../../ipld/dag-pb/decode-pb-node.ts'
import { linkTo } from '../../../ipld/dag-pb/pb-node.ts'
import { decodeUnixfsData } from '../../format/decode-unixfs-data.ts'
import { hamtShard, isValue } from '../../read/directory/hamt-shard.ts'
import type { LinkedEntry } from '../../read/directory/list-directory.ts'
import type { ReadOptions } from '../../read/sizes/read-options.ts'
import type { NamedLink } from './directory-link.ts'
import type { Shard } from './shard.ts'

/** Entries that are given together, about. */
const BATCH = 256

/** What stands in a slot: an entry, a shard, or one that has to be read. */
type Item = LinkedEntry | Shard | { unread: CID }

/**
 * The entries of a sharded directory in the order of its tree, in which Kubo lists it. Shards of one level are read
 * together.
 *
 * @throws (while iterating) when a shard cannot be had or is not sound
 */
export async function* shardLinks (shard: Shard, options: ReadOptions): AsyncGenerator<NamedLink> {
  for await (const lot of shardBatches(shard, options)) {
    for (const { name, link: { cid, tsize = 0 } } of lot) {
      yield { name, nameBytes: encodeUtf8(name), cid, tsize }
    }
  }
}

/** The same, some at a time, for who wants neither a wait nor a CID for each. */
export async function* shardBatches (shard: Shard, options: ReadOptions): AsyncGenerator<LinkedEntry[]> {
  yield* lotsOf(itemsOf(shard), options)
}

async function* lotsOf (items: Item[], options: ReadOptions): AsyncGenerator<LinkedEntry[]> {
  const unread = items.flatMap((item) => 'unread' in item ? [item.unread] : [])
  const blocks = options.blocks.getMany(unread, { signal: options.signal })
  let lot: LinkedEntry[] = []

  try {
    for (const item of items) {
      options.signal.throwIfAborted()

      if (isEntry(item)) {
        lot.push(item)
      } else {
        const below = 'unread' in item ? itemsIn((await blocks.next()).value.bytes) : itemsOf(item)

        if (below.every(isEntry)) {
          lot.push(...below)
        } else {
          yield lot
          lot = []
          yield* lotsOf(below, options)
        }
      }

      if (lot.length >= BATCH) {
        yield lot
        lot = []
      }
    }
  } catch (err) {
    // those before it are known
    yield lot
    throw err
  } finally {
    await blocks.return(undefined)
  }

  yield lot
}

function isEntry (item: Item): item is LinkedEntry {
  return 'link' in item
}

function itemsOf ({ slots }: Shard): Item[] {
  return slots.flatMap((slot): Item[] => {
    switch (slot?.kind) {
      case 'value':
        return [{ name: slot.link.name, link: linkTo(slot.link.cid, slot.link.tsize) }]
      case 'unread':
        return [{ unread: slot.cid }]
      case 'shard':
        return [slot]
      case undefined:
        return []
    }
  })
}

/** The links of a shard stand in the order of its slots. */
function itemsIn (bytes: Uint8Array): Item[] {
  const node = decodePbNode(bytes)
  const shard = hamtShard(node, decodeUnixfsData(node.data ?? new Uint8Array(0)))
  return node.links.map((link) =>
    isValue(shard, link) ? { name: link.nameFrom(shard.prefixLength), link } : { unread: link.cid }
  )
}
