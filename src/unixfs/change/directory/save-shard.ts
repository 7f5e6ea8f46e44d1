import { addUint64 } from '../../../bytes/protobuf/uint64.ts'
import { HASH } from '../../../cid/codes/multiformat-codes.ts'
import { encodeUnixfsNode } from '../../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { NewUnixfsData } from '../../format/unixfs-data.ts'
import type { NodeStore } from '../node-store.ts'
import type { DirectoryLink } from './directory-link.ts'
import type { Shard, Slot } from './shard.ts'

const encoder = new TextEncoder()

/**
 * Encodes and stores a shard and its descendants, unless they are stored already (boxo `ipld/unixfs/hamt/hamt.go`,
 * `Node`).
 *
 * @param stat - mode and mtime of the directory, for its root
 */
export async function saveShard (
  shard: Shard,
  store: NodeStore,
  stat?: Pick<NewUnixfsData, 'mode' | 'mtime'>
): Promise<DirectoryLink> {
  const { memo, fanout, prefixLength } = shard

  if (memo.saved != null) {
    return memo.saved
  }

  const links: Array<DirectoryLink & { nameBytes: Uint8Array }> = []

  for (const [i, slot] of shard.slots.entries()) {
    if (slot != null) {
      links.push(await linkOf(slot, encoder.encode(i.toString(16).toUpperCase().padStart(prefixLength, '0')), store))
    }
  }

  return await memo.save(store, () => ({
    bytes: encodeUnixfsNode(links, {
      type: UNIXFS_TYPE.hamtShard,
      data: slotBitfield(shard),
      hashType: HASH.murmur3x64,
      fanout,
      ...stat
    }),
    below: addUint64(0, links.map(({ tsize }) => tsize))
  }))
}

async function linkOf (
  slot: Slot,
  prefix: Uint8Array,
  store: NodeStore
): Promise<DirectoryLink & { nameBytes: Uint8Array }> {
  if (slot.kind === 'value') {
    const { nameBytes, cid, tsize } = slot.link
    const withPrefix = new Uint8Array(prefix.length + nameBytes.length)
    withPrefix.set(prefix)
    withPrefix.set(nameBytes, prefix.length)
    return { nameBytes: withPrefix, cid, tsize }
  }

  const { cid, tsize } = slot.kind === 'unread' ? slot : await saveShard(slot, store)
  return { nameBytes: prefix, cid, tsize }
}

/** Encodes the used slots as a big-endian number without leading zeros; undefined if no slot is used. */
function slotBitfield ({ fanout, slots }: Shard): Uint8Array | undefined {
  const bytes = new Uint8Array(fanout / 8)

  for (const [i, slot] of slots.entries()) {
    if (slot != null) {
      bytes[bytes.length - 1 - (i >> 3)] |= 1 << (i & 7)
    }
  }

  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? undefined : bytes.subarray(first)
}
