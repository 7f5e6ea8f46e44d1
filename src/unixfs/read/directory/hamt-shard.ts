import { HASH } from '../../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../../cid/hash/hash.ts'
import type { PbLink, PbNode } from '../../../ipld/dag-pb/pb-node.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { UnixfsData } from '../../format/unixfs-data.ts'

/** Where a name stands in a shard: a value, the shard below it, or nowhere. */
export interface HamtSlot {
  link: PbLink
  /** false for a link to a shard below */
  value: boolean
}

/** One shard of a sharded directory (specs.ipfs.tech/unixfs, "HAMTDirectory"). */
export interface HamtShard {
  node: PbNode
  /** how many slots: a power of two */
  fanout: number
  /** bits of the hash that this shard uses */
  bits: number
  /** hex digits before each name */
  prefixLength: number
  /** which slots are taken, the last byte first */
  bitfield: Uint8Array
}

const MAX_FANOUT = 1024

/** Bits of the hash of a name. A tree cannot be deeper than they last. */
const HASH_BITS = 64

const NOTHING = new Uint8Array(0)

/**
 * Checks a HAMT node. The words of the errors are boxo's (`ipld/unixfs/hamt`) and go-unixfsnode's.
 *
 * @throws an Error when the node is no sound shard
 */
export function hamtShard (node: PbNode, { type, hashType, fanout, data: bitfield }: UnixfsData): HamtShard {
  // one that lost its last entry is written without a bitfield, as boxo does, and is read again by it
  const data = bitfield ?? (node.links.length === 0 ? NOTHING : undefined)

  if (type !== UNIXFS_TYPE.hamtShard) {
    throw new Error('node was not a dir shard')
  }

  if (hashType !== HASH.murmur3x64) {
    throw new Error('only murmur3 supported as hash function')
  }

  if (data == null) {
    throw new Error("'Data' field not present")
  }

  if (fanout == null) {
    throw new Error("'Fanout' field not present")
  }

  if (fanout === 0 || (BigInt(fanout) & (BigInt(fanout) - 1n)) !== 0n) {
    throw new Error('hamt size should be a power of two')
  }

  if (typeof fanout === 'bigint' || fanout > MAX_FANOUT) {
    throw new Error(`hamt witdh (${fanout}) exceed maximum allowed (${MAX_FANOUT})`)
  }

  if (data.length * 8 > fanout + 7) {
    throw new Error('hamt bitfield is longer than its fanout')
  }

  const shard = {
    node,
    fanout,
    bits: Math.log2(fanout),
    prefixLength: (fanout - 1).toString(16).length,
    bitfield: data
  }

  if (onesBefore(shard, fanout) !== node.links.length) {
    throw new Error('invalid index passed to operate children (likely corrupt bitfield)')
  }

  return shard
}

/** The digest by whose bits a name is placed: murmur3-x64-64, big-endian. */
export function hamtHash (name: Uint8Array): Uint8Array {
  return hashSync(name, HASH.murmur3x64).digest
}

/**
 * The slot of a hash in a shard.
 *
 * @param consumed - bits of the hash that the shards above have used
 * @throws an Error when the tree is deeper than the hash has bits
 */
export function hamtSlot (shard: HamtShard, hash: Uint8Array, consumed: number): HamtSlot | undefined {
  const index = hamtIndex(hash, consumed, shard.bits)
  const { bitfield } = shard

  // the bitfield is a big-endian number without its leading zeros
  const byte = bitfield[bitfield.length - 1 - (index >> 3)] ?? 0
  return (byte >> (index & 7) & 1) === 0 ? undefined : slotOf(shard, shard.node.links[onesBefore(shard, index)])
}

/**
 * Tells a value from a shard below by the length of its name.
 *
 * @throws an Error when the name cannot be one of a shard
 */
export function slotOf (shard: HamtShard, link: PbLink): HamtSlot {
  return { link, value: isValue(shard, link) }
}

/** As `slotOf`, of the link alone: whether it leads to a value, and not to a shard below. */
export function isValue ({ prefixLength }: HamtShard, link: PbLink): boolean {
  if (link.nameLength < 0) {
    throw new Error('missing link name')
  }

  if (link.nameLength < prefixLength) {
    throw new Error(`invalid link name '${link.name}'`)
  }

  return link.nameLength > prefixLength
}

/**
 * @param consumed - bits of the hash that the shards above use, and those of this one
 * @throws an Error when the hash has not so many
 */
export function checkDepth (consumed: number): void {
  if (consumed > HASH_BITS) {
    throw new Error('sharded directory too deep')
  }
}

/** The slot of a hash in a shard of so many `bits`. @throws an Error when the hash has no more bits */
export function hamtIndex (hash: Uint8Array, from: number, count: number): number {
  checkDepth(from + count)
  let value = 0

  for (let bit = from; bit < from + count; bit++) {
    value = value << 1 | (hash[bit >> 3] >> (7 - (bit & 7)) & 1)
  }

  return value
}

function onesBefore ({ bitfield }: { bitfield: Uint8Array }, index: number): number {
  let ones = 0
  const last = bitfield.length - 1

  for (let i = 0; i < index >> 3; i++) {
    ones += popCount(bitfield[last - i] ?? 0)
  }

  return ones + popCount((bitfield[last - (index >> 3)] ?? 0) & (1 << (index & 7)) - 1)
}

function popCount (byte: number): number {
  let ones = 0

  for (; byte !== 0; byte &= byte - 1) {
    ones++
  }

  return ones
}
