import { HASH } from '../../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../../cid/hash/hash.ts'
import type { PbLink, PbNode } from '../../../ipld/dag-pb/pb-node.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { UnixfsData } from '../../format/unixfs-data.ts'

/** An occupied slot of a shard: a value, or the shard below. */
export interface HamtSlot {
  link: PbLink
  /** false for a link to a child shard */
  value: boolean
}

/** A shard of a sharded directory (specs.ipfs.tech/unixfs, "HAMTDirectory"). */
export interface HamtShard {
  node: PbNode
  /** the number of slots: a power of two */
  fanout: number
  /** the number of hash bits that this shard consumes */
  bits: number
  /** the number of hex digits before each name */
  prefixLength: number
  /** the occupied slots, last byte first */
  bitfield: Uint8Array
}

const MAX_FANOUT = 1024

/** The number of bits of a name's hash, which limits the depth of the tree. */
const HASH_BITS = 64

const NOTHING = new Uint8Array(0)

/**
 * Validates a HAMT node. The error messages are those of boxo (`ipld/unixfs/hamt`) and go-unixfsnode.
 *
 * @throws an Error if the node is not a valid shard
 */
export function hamtShard (node: PbNode, { type, hashType, fanout, data: bitfield }: UnixfsData): HamtShard {
  // boxo writes a shard without entries without a bitfield, and can read it
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

  if (countBitsBefore(shard, fanout) !== node.links.length) {
    throw new Error('invalid index passed to operate children (likely corrupt bitfield)')
  }

  return shard
}

/** Returns the hash that determines the place of a name: murmur3-x64-64, big-endian. */
export function hamtHash (name: Uint8Array): Uint8Array {
  return hashSync(name, HASH.murmur3x64).digest
}

/**
 * Returns the slot of a hash in a shard; undefined if it is empty.
 *
 * @param consumed - the number of hash bits used by the shards above
 * @throws an Error if the tree is deeper than the bits of the hash allow
 */
export function hamtSlot (shard: HamtShard, hash: Uint8Array, consumed: number): HamtSlot | undefined {
  const index = hamtIndex(hash, consumed, shard.bits)
  const { bitfield } = shard

  // the bitfield is a big-endian number without leading zeros
  const byte = bitfield[bitfield.length - 1 - (index >> 3)] ?? 0
  return (byte >> (index & 7) & 1) === 0 ? undefined : slotOf(shard, shard.node.links[countBitsBefore(shard, index)])
}

/**
 * Distinguishes a value from a child shard by the length of the link name.
 *
 * @throws an Error if the name is invalid in a shard
 */
export function slotOf (shard: HamtShard, link: PbLink): HamtSlot {
  return { link, value: isValue(shard, link) }
}

/** Returns whether a link is a value and not a child shard; see `slotOf`. */
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
 * Checks the depth of a shard.
 *
 * @param consumed - the number of hash bits used by the shards above and this one
 * @throws an Error if the hash has fewer bits
 */
export function checkDepth (consumed: number): void {
  if (consumed > HASH_BITS) {
    throw new Error('sharded directory too deep')
  }
}

/**
 * Returns the slot of a hash in a shard that consumes `count` bits.
 *
 * @throws an Error if the hash has no bits left
 */
export function hamtIndex (hash: Uint8Array, from: number, count: number): number {
  checkDepth(from + count)
  let value = 0

  for (let bit = from; bit < from + count; bit++) {
    value = value << 1 | (hash[bit >> 3] >> (7 - (bit & 7)) & 1)
  }

  return value
}

function countBitsBefore ({ bitfield }: { bitfield: Uint8Array }, index: number): number {
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
