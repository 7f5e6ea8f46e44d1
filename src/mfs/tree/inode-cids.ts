import type { CID } from 'multiformats/cid'
import type { Shard } from '../../unixfs/change/directory/shard.ts'
import type { Inode } from './inode.ts'

/** Yields CIDs from which all stored blocks of the nodes in memory are reachable, including unflushed changes. */
export function* inodeCids (inode: Inode): Generator<CID> {
  if (inode.kind === 'file') {
    yield inode.link.cid
    return
  }

  const { directory, cache } = inode

  if (directory.saved != null) {
    yield directory.saved.cid
  } else if (directory.kind === 'basic') {
    yield* directory.links.map(({ cid }) => cid)
  } else {
    yield* shardCids(directory.state.root)
  }

  for (const entry of cache.values()) {
    yield* inodeCids(entry)
  }
}

function* shardCids (shard: Shard): Generator<CID> {
  if (shard.memo.saved != null) {
    yield shard.memo.saved.cid
    return
  }

  for (const slot of shard.taken) {
    switch (slot.kind) {
      case 'value':
        yield slot.link.cid
        break
      case 'unread':
        yield slot.cid
        break
      case 'shard':
        yield* shardCids(slot)
    }
  }
}
