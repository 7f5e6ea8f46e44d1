import { DAG_PB } from '../cid-builder.ts'
import { encodePbNode } from '../encode/pb-node.ts'
import { UNIXFS_TYPE } from '../encode/unixfs-data.ts'
import { DirectoryError } from './directory-error.ts'
import { murmur3x64 } from './murmur3.ts'
import type { BlockPipeline } from '../block-pipeline.ts'
import type { UnixfsData } from '../encode/unixfs-data.ts'
import type { PbLink } from '../encode/pb-node.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import type { CID } from 'multiformats/cid'

const MURMUR3 = 0x22
const HASH_BITS = 64

type DirectoryStat = Pick<UnixfsData, 'mode' | 'mtime'>

/** An entry with the hash of its name. */
interface Hashed extends DirectoryEntry {
  hash: Uint8Array
}

export interface HamtOptions {
  /** links of a node: a power of two, at least eight */
  fanout: number
  /** goes to the root */
  stat?: DirectoryStat
}

/**
 * Makes a sharded directory (specs.ipfs.tech/unixfs, "HAMT"; boxo `ipld/unixfs/hamt/hamt.go`) of all its entries at once:
 * a slot with one entry holds it, a slot with more holds a node for them. That is what adding one by one gives as well.
 *
 * @returns the root, and the entries' names in the order of the trie, in which Kubo lists them
 */
export async function buildHamt (entries: readonly DirectoryEntry[], pipeline: BlockPipeline, options: HamtOptions): Promise<{ cid: CID, tsize: number, names: string[] }> {
  const shard = new ShardBuilder(pipeline, options)
  const hashed = entries.map((entry) => ({ ...entry, hash: murmur3x64(entry.nameBytes) }))
  return { ...await shard.build(hashed, 0, options.stat), names: shard.names }
}

class ShardBuilder {
  readonly names: string[] = []
  readonly #pipeline: BlockPipeline
  readonly #fanout: number
  readonly #bits: number
  readonly #prefixLength: number

  constructor (pipeline: BlockPipeline, { fanout }: HamtOptions) {
    this.#pipeline = pipeline
    this.#fanout = fanout
    this.#bits = 31 - Math.clz32(fanout)
    this.#prefixLength = (fanout - 1).toString(16).length
  }

  /** @param consumed - bits of the hashes that led here */
  async build (entries: readonly Hashed[], consumed: number, stat?: DirectoryStat): Promise<{ cid: CID, tsize: number }> {
    const slots = this.#slots(entries, consumed)
    const used = new Uint8Array(this.#fanout / 8)
    const links: PbLink[] = []
    let below = 0

    for (const [index, slot] of slots.entries()) {
      if (slot != null) {
        const link = await this.#link(index, slot, consumed)
        used[used.length - 1 - (index >> 3)] |= 1 << (index & 7)
        links.push(link)
        below += link.tsize
      }
    }

    const block = encodePbNode(links, {
      type: UNIXFS_TYPE.hamtShard, data: bitfield(used), hashType: MURMUR3, fanout: this.#fanout, ...stat
    })

    await this.#pipeline.room(block.length)
    return { cid: await this.#pipeline.add(DAG_PB, block), tsize: block.length + below }
  }

  #slots (entries: readonly Hashed[], consumed: number): Array<Hashed[] | undefined> {
    if (consumed + this.#bits > HASH_BITS) {
      throw new DirectoryError('sharded directory too deep')
    }

    const slots = new Array<Hashed[] | undefined>(this.#fanout).fill(undefined)

    for (const entry of entries) {
      (slots[bitsOf(entry.hash, consumed, this.#bits)] ??= []).push(entry)
    }

    return slots
  }

  async #link (index: number, slot: readonly Hashed[], consumed: number): Promise<PbLink> {
    const prefix = index.toString(16).toUpperCase().padStart(this.#prefixLength, '0')

    if (slot.length > 1) {
      return { name: asciiBytes(prefix), ...await this.build(slot, consumed + this.#bits) }
    }

    const [{ name, nameBytes, cid, tsize }] = slot
    const linkName = new Uint8Array(this.#prefixLength + nameBytes.length)
    linkName.set(asciiBytes(prefix))
    linkName.set(nameBytes, this.#prefixLength)
    this.names.push(name)

    return { name: linkName, cid, tsize }
  }
}

/** The number made of `count` bits of a hash, highest bit first. */
function bitsOf (hash: Uint8Array, from: number, count: number): number {
  let value = 0

  for (let bit = from; bit < from + count; bit++) {
    value = (value << 1) | ((hash[bit >> 3] >> (7 - (bit & 7))) & 1)
  }

  return value
}

/** Go's bit field has no leading zeros (go-bitfield, `Bytes`). */
function bitfield (used: Uint8Array): UnixfsData['data'] {
  const first = used.findIndex((byte) => byte !== 0)
  const bytes = used.subarray(first < 0 ? used.length : first)
  return first < 0 ? undefined : { parts: [bytes], length: bytes.length }
}

function asciiBytes (text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
