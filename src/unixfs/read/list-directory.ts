import type { CID } from 'multiformats/cid'
import { ReadAhead } from '../../blocks/read-ahead.ts'
import { blockKey } from '../../cid/block-key.ts'
import { compareBytes, decodeUtf8 } from '../../go/utf8.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { PbLink } from '../../ipld/dag-pb/pb-node.ts'
import type { Block } from '../../store/blockstore.ts'
import { checkDepth, hamtShard, slotOf } from './hamt-shard.ts'
import type { HamtShard } from './hamt-shard.ts'
import type { ReadOptions } from './read-options.ts'
import { decodeUnixfsData } from '../format/decode-unixfs-data.ts'
import type { DirectoryNode } from '../format/unixfs-node.ts'

export interface DirectoryEntry {
  name: string
  cid: CID
  /** bytes of all blocks below, as the directory claims; 0 when it does not say */
  tsize: number
}

const NOTHING: Uint8Array = new Uint8Array(0)

interface Frame {
  entries: DirectoryEntry[]
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
 * The entries of a directory: a plain one's sorted by the bytes of their names, a sharded one's shard by shard (the order of the
 * hash; nobody relies on it, as Kubo's changes from run to run). Shards of one level are read together.
 *
 * @throws (while iterating) when a shard cannot be had or is not sound
 */
export async function * listDirectory (directory: DirectoryNode, options: ReadOptions): AsyncGenerator<DirectoryEntry> {
  if (!directory.sharded) {
    // one by one: a plain directory can have very many
    for (const { name, cid, tsize = 0 } of sorted(directory.node.links)) {
      yield { name, cid, tsize }
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
      yield * frame.entries.splice(0)
      const next = await frame.shards.next()

      if (next.done === true) {
        frames.pop()
      } else {
        const node = decodePbNode(next.value.bytes)
        frames.push(open(hamtShard(node, decodeUnixfsData(node.data ?? NOTHING)), frame.consumed, walk))
      }
    }
  } finally {
    await Promise.all(frames.map(async ({ shards }) => { await shards.return(undefined) }))
  }
}

/** boxo sorts the links of directories that others have written in another order (`merkledag/node.go`, `Copy`). */
function sorted (links: PbLink[]): PbLink[] {
  const inOrder = links.every(({ nameBytes }, i) => i === 0 || compare(links[i - 1].nameBytes, nameBytes) <= 0)
  return inOrder ? links : [...links].sort((a, b) => compare(a.nameBytes, b.nameBytes))
}

function compare (a = NOTHING, b = NOTHING): number {
  return compareBytes(a, b)
}

function open (shard: HamtShard, consumed: number, { blocks, signal, seen, ahead }: ListingWalk): Frame {
  const entries: DirectoryEntry[] = []
  const below: CID[] = []
  checkDepth(consumed + shard.bits)

  for (const link of shard.node.links) {
    if (slotOf(shard, link).value) {
      const name = decodeUtf8(link.nameBytes?.subarray(shard.prefixLength) ?? NOTHING)
      entries.push({ name, cid: link.cid, tsize: link.tsize ?? 0 })
      continue
    }

    const key = blockKey(link.cid)

    if (seen.has(key)) {
      throw new Error(`sharded directory has the shard ${link.cid} twice`)
    }

    seen.add(key)
    below.push(link.cid)
  }

  return { entries, consumed: consumed + shard.bits, shards: blocks.getMany(below, { signal, below: shardsBelow, ahead }) }
}

function shardsBelow ({ bytes }: Block): CID[] {
  const node = decodePbNode(bytes)
  const shard = hamtShard(node, decodeUnixfsData(node.data ?? NOTHING))
  return node.links.filter((link) => !slotOf(shard, link).value).map(({ cid }) => cid)
}
