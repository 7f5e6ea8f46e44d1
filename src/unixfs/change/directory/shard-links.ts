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

/** The approximate number of entries in a batch. */
const BATCH = 256

/** The content of a slot: an entry, a loaded shard, or the CID of an unloaded one. */
type Item = LinkedEntry | Shard | { unread: CID }

/**
 * Iterates over the entries of a sharded directory in tree order, in which Kubo lists it. Loads the shards of one level
 * together.
 *
 * @throws (while iterating) an Error if a shard is unavailable or invalid
 */
export async function* shardLinks (shard: Shard, options: ReadOptions): AsyncGenerator<NamedLink> {
  for await (const batch of shardBatches(shard, options)) {
    for (const { name, link: { cid, tsize = 0 } } of batch) {
      yield { name, nameBytes: encodeUtf8(name), cid, tsize }
    }
  }
}

/** Iterates over the same entries in batches. This avoids a promise and a CID for each entry. */
export async function* shardBatches (shard: Shard, options: ReadOptions): AsyncGenerator<LinkedEntry[]> {
  yield* itemBatches(itemsOf(shard), options)
}

async function* itemBatches (items: Item[], options: ReadOptions): AsyncGenerator<LinkedEntry[]> {
  const unread = items.flatMap((item) => 'unread' in item ? [item.unread] : [])
  const blocks = options.blocks.getMany(unread, { signal: options.signal })
  let batch: LinkedEntry[] = []

  try {
    for (const item of items) {
      options.signal.throwIfAborted()

      if (isEntry(item)) {
        batch.push(item)
      } else {
        const below = 'unread' in item ? itemsIn((await blocks.next()).value.bytes) : itemsOf(item)

        if (below.every(isEntry)) {
          batch.push(...below)
        } else {
          yield batch
          batch = []
          yield* itemBatches(below, options)
        }
      }

      if (batch.length >= BATCH) {
        yield batch
        batch = []
      }
    }
  } catch (err) {
    // deliver the entries before the failure
    yield batch
    throw err
  } finally {
    await blocks.return(undefined)
  }

  yield batch
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

/** Returns the items of a shard; its links are in slot order. */
function itemsIn (bytes: Uint8Array): Item[] {
  const node = decodePbNode(bytes)
  const shard = hamtShard(node, decodeUnixfsData(node.data ?? new Uint8Array(0)))
  return node.links.map((link) =>
    isValue(shard, link) ? { name: link.nameFrom(shard.prefixLength), link } : { unread: link.cid }
  )
}
