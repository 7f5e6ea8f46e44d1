import type { CID } from 'multiformats/cid'
import { CODEC, HASH } from '../../../cid/codes/multiformat-codes.ts'
import { murmur3x64 } from '../../../cid/hash/murmur3.ts'
import type { NewPbLink } from '../../../ipld/dag-pb/encode-pb-node.ts'
import { encodeUnixfsNode } from '../../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { NewUnixfsData } from '../../format/unixfs-data.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import { DirectoryError } from './directory-error.ts'

const HASH_BITS = 64

type DirectoryStat = Pick<NewUnixfsData, 'mode' | 'mtime'>

/** An entry with the hash of its name. */
interface Hashed extends DirectoryEntry {
  hash: Uint8Array
}

export interface HamtOptions {
  /** the number of links of a node: a power of two, at least eight */
  fanout: number
  /** the metadata of the root */
  stat?: DirectoryStat
}

/**
 * Builds a sharded directory from all its entries (specs.ipfs.tech/unixfs, "HAMT"; boxo `ipld/unixfs/hamt/hamt.go`). A
 * slot with one entry holds that entry; a slot with more holds a child node. Adding the entries one by one gives the
 * same tree.
 *
 * @returns the root; the names in trie order, which is that of Kubo's listing; and the entries in the order of
 *   `listDirectory`
 */
export async function buildHamt (
  entries: readonly DirectoryEntry[],
  pipeline: BlockPipeline,
  options: HamtOptions
): Promise<{ cid: CID; tsize: number; names: string[]; listed: DirectoryEntry[] }> {
  const shard = new ShardBuilder(pipeline, options)
  const hashed = entries.map((entry) => ({ ...entry, hash: murmur3x64(entry.nameBytes) }))
  return { ...await shard.build(hashed, 0, options.stat), names: shard.names, listed: shard.listed }
}

class ShardBuilder {
  readonly names: string[] = []
  readonly listed: DirectoryEntry[] = []
  readonly #pipeline: BlockPipeline
  readonly #fanout: number
  readonly #bits: number
  /** the prefix of link names, by slot */
  readonly #prefixes: Uint8Array[]

  constructor (pipeline: BlockPipeline, { fanout }: HamtOptions) {
    this.#pipeline = pipeline
    this.#fanout = fanout
    this.#bits = 31 - Math.clz32(fanout)
    this.#prefixes = slotPrefixes(fanout)
  }

  /** @param consumed - the number of hash bits used by the nodes above */
  async build (
    entries: readonly Hashed[],
    consumed: number,
    stat?: DirectoryStat
  ): Promise<{ cid: CID; tsize: number }> {
    const used = new Uint8Array(this.#fanout / 8)
    const links: Array<NewPbLink & { tsize: number }> = []
    let below = 0

    const slots = this.#slots(entries, consumed)
    this.listed.push(...slots.flatMap(([, slot]) => slot.length > 1 ? [] : slot))

    for (const [index, slot] of slots) {
      const link = slot.length > 1 ? await this.#subShard(index, slot, consumed) : this.#value(index, slot[0])
      used[used.length - 1 - (index >> 3)] |= 1 << (index & 7)
      links.push(link)
      below += link.tsize
    }

    const block = encodeUnixfsNode(links, {
      type: UNIXFS_TYPE.hamtShard,
      data: shardBitfield(used),
      hashType: HASH.murmur3x64,
      fanout: this.#fanout,
      ...stat
    })

    await this.#pipeline.room(block.length)
    return { cid: await this.#pipeline.add(CODEC.dagPb, block), tsize: block.length + below }
  }

  /** Groups entries by slot. Returns the occupied slots in order. */
  #slots (entries: readonly Hashed[], consumed: number): Array<[index: number, slot: Hashed[]]> {
    if (consumed + this.#bits > HASH_BITS) {
      throw new DirectoryError('sharded directory too deep')
    }

    const slots = new Map<number, Hashed[]>()

    for (const entry of entries) {
      const index = bitsOf(entry.hash, consumed, this.#bits)
      const slot = slots.get(index)

      if (slot == null) {
        slots.set(index, [entry])
      } else {
        slot.push(entry)
      }
    }

    return [...slots].sort(([a], [b]) => a - b)
  }

  async #subShard (index: number, slot: readonly Hashed[], consumed: number): Promise<NewPbLink & { tsize: number }> {
    return { nameBytes: this.#prefixes[index], ...await this.build(slot, consumed + this.#bits) }
  }

  #value (index: number, { name, nameBytes, cid, tsize }: Hashed): NewPbLink & { tsize: number } {
    const prefix = this.#prefixes[index]
    const linkName = new Uint8Array(prefix.length + nameBytes.length)
    linkName.set(prefix)
    linkName.set(nameBytes, prefix.length)
    this.names.push(name)

    return { nameBytes: linkName, cid, tsize }
  }
}

/** Returns `count` bits of a hash as a number, highest bit first. */
function bitsOf (hash: Uint8Array, from: number, count: number): number {
  let value = 0

  for (let bit = from; bit < from + count; bit++) {
    value = (value << 1) | ((hash[bit >> 3] >> (7 - (bit & 7))) & 1)
  }

  return value
}

/** Removes leading zeros from a bit field, as Go does (go-bitfield, `Bytes`). */
function shardBitfield (used: Uint8Array): NewUnixfsData['data'] {
  const first = used.findIndex((byte) => byte !== 0)
  const bytes = used.subarray(first < 0 ? used.length : first)
  return first < 0 ? undefined : { parts: [bytes], length: bytes.length }
}

/** Returns the slot numbers in upper-case hex, padded to equal length. */
function slotPrefixes (fanout: number): Uint8Array[] {
  const length = (fanout - 1).toString(16).length
  return Array.from(
    { length: fanout },
    (_, i) => new TextEncoder().encode(i.toString(16).toUpperCase().padStart(length, '0'))
  )
}
