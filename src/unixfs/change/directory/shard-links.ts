import type { ReadOptions } from '../../read/read-options.ts'
import type { NamedLink } from './directory-link.ts'
import { readShard } from './shard.ts'
import type { Shard, UnreadShard } from './shard.ts'

/**
 * The entries of a sharded directory in the order of its tree, in which Kubo lists it. Shards of one level are read together.
 *
 * @throws (while iterating) when a shard cannot be had or is not sound
 */
export async function * shardLinks (shard: Shard, options: ReadOptions): AsyncGenerator<NamedLink> {
  const unread = shard.slots.filter((slot): slot is UnreadShard => slot?.kind === 'unread')
  const blocks = options.blocks.getMany(unread.map(({ cid }) => cid), { signal: options.signal })

  try {
    for (const slot of shard.slots) {
      options.signal.throwIfAborted()

      switch (slot?.kind) {
        case 'value': yield slot.link; break
        case 'shard': yield * shardLinks(slot, options); break
        case 'unread': yield * shardLinks(readShard(slot, (await blocks.next()).value.bytes), options); break
        case undefined:
      }
    }
  } finally {
    await blocks.return(undefined)
  }
}
