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
  /** the cumulative size of all blocks below, as the directory declares; 0 if omitted */
  tsize: Uint64
}

/** An entry whose CID is still encoded in its block. */
export interface LinkedEntry {
  name: string
  link: Linked
}

const NOTHING: Uint8Array = new Uint8Array(0)

/** The number of entries of a basic directory in a batch. */
const BATCH = 256

interface Frame {
  entries: LinkedEntry[]
  /** the number of hash bits used by the shards above the children */
  consumed: number
  shards: AsyncGenerator<Block>
}

interface ListingWalk extends ReadOptions {
  /** the shards visited so far */
  seen: Set<string>
  ahead: ReadAhead
}

/**
 * Iterates over the entries of a directory. A basic directory is sorted by the bytes of the names. A sharded one is
 * listed shard by shard, in hash order; Kubo's order varies between runs, so no caller relies on it. Loads the shards
 * of one level together.
 *
 * @throws (while iterating) an Error if a shard is unavailable or invalid
 */
export async function* listDirectory (directory: DirectoryNode, options: ReadOptions): AsyncGenerator<DirectoryEntry> {
  for await (const lot of directoryBatches(directory, options)) {
    for (const { name, link: { cid, tsize = 0 } } of lot) {
      yield { name, cid, tsize }
    }
  }
}

/** Iterates over the entries in batches. This avoids a promise and a CID for each entry of a large directory. */
export async function* directoryBatches (
  directory: DirectoryNode,
  options: ReadOptions
): AsyncGenerator<LinkedEntry[]> {
  if (!directory.sharded) {
    const links = sortLinks(directory.node.links)

    for (let start = 0; start < links.length; start += BATCH) {
      yield links.slice(start, start + BATCH).map((link) => ({ name: link.name, link }))
    }

    return
  }

  // Hashes of names differ between shards, so a valid tree contains no shard twice. The check stops malicious trees, in
  // which a few blocks link to each other many times and the listing would never end.
  const walk = { ...options, seen: new Set<string>(), ahead: new ReadAhead() }
  const frames = [openShard(hamtShard(directory.node, directory.data), 0, walk)]

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
        frames.push(openShard(hamtShard(node, decodeUnixfsData(node.data ?? NOTHING)), frame.consumed, walk))
      }
    }
  } finally {
    await Promise.all(frames.map(async ({ shards }) => {
      await shards.return(undefined)
    }))
  }
}

/** Sorts links that other implementations wrote in another order, as boxo does (`merkledag/node.go`, `Copy`). */
function sortLinks (links: PbLink[]): PbLink[] {
  const inOrder = links.every((link, i) => i === 0 || !link.isBefore(links[i - 1]))
  return inOrder ? links : [...links].sort((a, b) => Number(b.isBefore(a)) - Number(a.isBefore(b)))
}

function openShard (shard: HamtShard, consumed: number, { blocks, signal, seen, ahead }: ListingWalk): Frame {
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
