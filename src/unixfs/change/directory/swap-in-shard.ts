import { equals } from 'multiformats/bytes'
import { checkDepth, hamtHash, hamtIndex } from '../../read/directory/hamt-shard.ts'
import type { NodeStore } from '../node-store.ts'
import { openShard, Shard } from './shard.ts'
import type { ShardValue, Slot } from './shard.ts'

type Reading = Pick<NodeStore, 'blocks' | 'signal'>

/** A name and its hash. */
export interface Hashed {
  nameBytes: Uint8Array
  hash: Uint8Array
}

export function hashName (nameBytes: Uint8Array): Hashed {
  return { nameBytes, hash: hamtHash(nameBytes) }
}

/** Finds the entry of a name. Loads only the shards on its path. */
export async function findInShard (
  root: Shard,
  { nameBytes, hash }: Hashed,
  reading: Reading
): Promise<ShardValue | undefined> {
  let shard = root

  for (let consumed = 0;; consumed += shard.bits) {
    const slot = shard.slots[hamtIndex(hash, consumed, shard.bits)]

    if (slot == null || slot.kind === 'value') {
      return slot != null && equals(slot.link.nameBytes, nameBytes) ? slot : undefined
    }

    const consumedHere = shard.bits
    shard = await openShard(slot, reading)
    checkDepth(consumed + consumedHere + 1)
    consumed += consumedHere - shard.bits
  }
}

/**
 * Adds, replaces or removes an entry (boxo `ipld/unixfs/hamt/hamt.go`, `swapValue`).
 *
 * @param value - undefined to remove the entry
 * @param consumed - the number of hash bits that the shards above use
 * @returns the new shard (the same one if there was nothing to remove), and the previous entry
 */
export async function swapInShard (
  shard: Shard,
  name: Hashed,
  value: ShardValue | undefined,
  reading: Reading,
  consumed = 0
): Promise<{ shard: Shard; old?: ShardValue }> {
  const index = hamtIndex(name.hash, consumed, shard.bits)
  const slot = shard.slots[index]

  if (slot == null) {
    return { shard: value == null ? shard : shard.with(index, value) }
  }

  if (slot.kind === 'value') {
    if (equals(slot.link.nameBytes, name.nameBytes)) {
      return { shard: shard.with(index, value), old: slot }
    }

    return {
      shard: value == null
        ? shard
        : shard.with(index, await forkSlot(shard, slot, value, reading, consumed + shard.bits))
    }
  }

  const before = await openShard(slot, reading)
  const { shard: child, old } = await swapInShard(before, name, value, reading, consumed + shard.bits)

  if (child === before) {
    return { shard, old }
  }

  return { shard: shard.with(index, value == null ? collapseShard(child) : child), old }
}

/** Creates a shard for two entries that collide in one slot. */
async function forkSlot (
  { hashing, fanout }: Shard,
  ours: ShardValue,
  theirs: ShardValue,
  reading: Reading,
  consumed: number
): Promise<Shard> {
  let shard = Shard.empty(hashing, fanout)

  for (const value of [theirs, ours]) {
    shard = (await swapInShard(shard, hashName(value.link.nameBytes), value, reading, consumed)).shard
  }

  return shard
}

/** Replaces a shard with one remaining entry by that entry. */
function collapseShard (shard: Shard): Slot | undefined {
  const { taken } = shard

  if (taken.length === 0) {
    return undefined
  }

  return taken.length === 1 && taken[0].kind === 'value' ? taken[0] : shard
}
