import type { CID } from 'multiformats/cid'
import { ReadAhead } from '../../../blocks/local/read-ahead.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import { blockKey } from '../../../cid/hash/multihash-key.ts'
import { decodePbNode } from '../../../ipld/dag-pb/decode-pb-node.ts'
import type { Linked } from '../../../ipld/dag-pb/pb-node.ts'
import type { PbLink } from '../../../ipld/dag-pb/pb-node.ts'
import type { Block } from '../../../store/blockstore/blockstore.ts'
import { decodeUnixfsData } from '../../format/decode-unixfs-data.ts'
import type { DirectoryNode } from '../../format/unixfs-node.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { checkDepth, hamtShard, isValue } from './hamt-shard.ts'
import type { HamtShard } from './hamt-shard.ts'

export interface DirectoryEntry {
  name: string
  cid: CID
  /** bytes of all blocks below, as the directory claims; 0 when it does not say */
  tsize: Uint64
}

/** The same, as it lies in a block. */
export interface LinkedEntry {
  name: string
  link: Linked
}

const NOTHING: Uint8Array = new Uint8Array(0)

/** Entries of a plain directory that are given together. */
const BATCH = 256

interface Frame {
  entries: LinkedEntry[]
  /** bits of the hash that the shards below start with */
  consumed: number
  shards: AsyncGenerator<Block>
}

interface ListingWalk extends ReadOptions {
  /** shards that were met */
  seen: Set<string>
  ahead: ReadAhead
}

/**
 * The entries of a directory: a plain one's sorted by the bytes of their names, a sharded one's shard by shard (the
 * order of the hash; nobody relies on it, as Kubo's changes from run to run). Shards of one level are read together.
 *
 * @throws (while iterating) when a shard cannot be had or is not sound
 */
export async function* listDirectory (directory: DirectoryNode, options: ReadOptions): AsyncGenerator<DirectoryEntry> {
  for await (const lot of directoryBatches(directory, options)) {
    for (const { name, link: { cid, tsize = 0 } } of lot) {
      yield { name, cid, tsize }
    }
  }
}

/** The same, some at a time, for who wants neither a wait nor a CID for each: a directory can have very many. */
export async function* directoryBatches (
  directory: DirectoryNode,
  options: ReadOptions
): AsyncGenerator<LinkedEntry[]> {
  if (!directory.sharded) {
    const links = sorted(directory.node.links)

    for (let start = 0; start < links.length; start += BATCH) {
      yield links.slice(start, start + BATCH).map((link) => ({ name: link.name, link }))
    }

    return
  }

  // the names of one shard differ in their hashes from those of every other, so no shard stands in a tree twice; this
  // keeps a few blocks that link to each other many times from being a listing without end
  const walk = { ...options, seen: new Set<string>(), ahead: new ReadAhead() }
  const frames = [open(hamtShard(directory.node, directory.data), 0, walk)]

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      options.signal.throwIfAborted()

      if (frame.entries.length > 0) {
        yield frame.entries
        frame.entries = []
      }

      const next = await frame.shards.next()

      if (next.done === true) {
        frames.pop()
      } else {
        const node = decodePbNode(next.value.bytes)
        frames.push(open(hamtShard(node, decodeUnixfsData(node.data ?? NOTHING)), frame.consumed, walk))
      }
    }
  } finally {
    await Promise.all(frames.map(async ({ shards }) => {
      await shards.return(undefined)
    }))
  }
}

/** boxo sorts the links of directories that others have written in another order (`merkledag/node.go`, `Copy`). */
function sorted (links: PbLink[]): PbLink[] {
  const inOrder = links.every((link, i) => i === 0 || !link.isBefore(links[i - 1]))
  return inOrder ? links : [...links].sort((a, b) => Number(b.isBefore(a)) - Number(a.isBefore(b)))
}

function open (shard: HamtShard, consumed: number, { blocks, signal, seen, ahead }: ListingWalk): Frame {
  const entries: LinkedEntry[] = []
  const below: CID[] = []
  checkDepth(consumed + shard.bits)

  for (const link of shard.node.links) {
    if (isValue(shard, link)) {
      entries.push({ name: link.nameFrom(shard.prefixLength), link })
      continue
    }

    const { cid } = link
    const key = blockKey(cid)

    if (seen.has(key)) {
      throw new Error(`sharded directory has the shard ${cid} twice`)
    }

    seen.add(key)
    below.push(cid)
  }

  return {
    entries,
    consumed: consumed + shard.bits,
    shards: blocks.getMany(below, { signal, below: shardsBelow, ahead })
  }
}

function shardsBelow ({ bytes }: Block): CID[] {
  const node = decodePbNode(bytes)
  const shard = hamtShard(node, decodeUnixfsData(node.data ?? NOTHING))
  return node.links.filter((link) => !isValue(shard, link)).map(({ cid }) => cid)
}
