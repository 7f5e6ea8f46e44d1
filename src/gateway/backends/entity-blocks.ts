import type { CID } from 'multiformats/cid'
import { blockKey } from '../../cid/block-key.ts'
import { CODEC } from '../../cid/codec-codes.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { Block } from '../../store/blockstore.ts'
import { fileParts } from '../../unixfs/read/file-parts.ts'
import type { FilePart } from '../../unixfs/read/file-parts.ts'
import { hamtShard, slotOf } from '../../unixfs/read/hamt-shard.ts'
import { asFile } from '../../unixfs/read/read-file.ts'
import type { ReadOptions } from '../../unixfs/read/read-options.ts'
import { decodeUnixfsData } from '../../unixfs/format/decode-unixfs-data.ts'
import { decodeUnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import type { FileNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { entityRange } from '../formats/entity-bytes.ts'
import type { EntityBytes } from '../formats/entity-bytes.ts'

const NOTHING = new Uint8Array(0)
/** No sound tree of a file or of shards is deeper. */
const MAX_DEPTH = 256

export interface EntityOptions extends ReadOptions {
  /** every block as often as the entity has it */
  duplicates: boolean
}

/**
 * The blocks of one file (or of a part of it), of one directory with its shards but without its entries, of one document
 * (specs.ipfs.tech/http-gateways/trustless-gateway, "dag-scope", entity). What is no UnixFS is one block.
 *
 * Without duplicates a part that came whole is not walked again: a few blocks that lead to each other many times would be
 * walked for ever, and nothing come of it.
 *
 * @param within - the path ends inside the block
 */
export async function * entityBlocks (cid: CID, within: boolean, range: EntityBytes | undefined, options: EntityOptions): AsyncGenerator<Block> {
  const bytes = await options.blocks.get(cid, options)
  yield { cid, bytes }
  const node = within || cid.code !== CODEC.dagPb ? undefined : tryDecode(cid, bytes)

  if (node?.kind === 'file') {
    const { offset, length } = entityRange(range ?? { from: 0, to: undefined }, node.size)
    yield * below(filePartsOf(node, { cid, start: 0, size: node.size }, offset, offset + length), options, new Set())
  } else if (node?.kind === 'directory' && node.sharded) {
    yield * below(shardsOf(bytes), options, new Set())
  }
}

/** @returns undefined for a block that is no UnixFS, and so has no entity beyond itself */
function tryDecode (cid: CID, bytes: Uint8Array): UnixfsNode | undefined {
  try {
    return decodeUnixfsNode(cid, bytes)
  } catch {
    return undefined
  }
}

/** A block that belongs to an entity, and what of the same below it belongs there too. */
interface Part {
  cid: CID
  /** all below it belongs to the entity, not a range of it */
  whole: boolean
  children: (bytes: Uint8Array) => Part[]
}

/** @param seen - parts that came whole */
async function * below (all: Part[], options: EntityOptions, seen: Set<string>, depth = 0): AsyncGenerator<Block> {
  if (depth > MAX_DEPTH) {
    throw new Error('entity is nested too deep')
  }

  const parts = options.duplicates ? all : all.filter(({ cid, whole }) => !whole || isNew(seen, cid))
  const partOf = new Map(parts.map((part) => [part.cid, part]))
  const childrenOf = ({ cid, bytes }: Block): Part[] => partOf.get(cid)?.children(bytes) ?? []

  for await (const block of options.blocks.getMany(partOf.keys(), { signal: options.signal, below: (block) => childrenOf(block).map(({ cid }) => cid) })) {
    yield block
    const children = childrenOf(block)

    if (children.length > 0) {
      yield * below(children, options, seen, depth + 1)
    }
  }
}

function isNew (seen: Set<string>, cid: CID): boolean {
  const before = seen.size
  return seen.add(blockKey(cid)).size > before
}

function filePartsOf (node: FileNode, self: FilePart, offset: number, end: number): Part[] {
  return node.links.length === 0
    ? []
    : fileParts(node, self, offset, end).map((part) => ({
      cid: part.cid,
      whole: offset <= part.start && part.start + part.size <= end,
      children: (bytes) => filePartsOf(asFile(decodeUnixfsNode(part.cid, bytes)), part, offset, end)
    }))
}

function shardsOf (bytes: Uint8Array): Part[] {
  const node = decodePbNode(bytes)
  const shard = hamtShard(node, decodeUnixfsData(node.data ?? NOTHING))
  return node.links.filter((link) => slotOf(shard, link)?.value === false).map(({ cid }) => ({ cid, whole: true, children: shardsOf }))
}
