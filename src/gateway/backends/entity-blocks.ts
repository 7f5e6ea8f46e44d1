import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { blockKey } from '../../cid/hash/multihash-key.ts'
import { isError } from '../../errors/define-error.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { decodeUnixfsData } from '../../unixfs/format/decode-unixfs-data.ts'
import { decodeUnixfsNode, exactSize, fileSize } from '../../unixfs/format/unixfs-node.ts'
import type { ExactSizes, FileNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { hamtShard, slotOf } from '../../unixfs/read/directory/hamt-shard.ts'
import { walkParts } from '../../unixfs/read/file/walk-parts.ts'
import { asFile } from '../../unixfs/read/sizes/as-file.ts'
import { fileParts } from '../../unixfs/read/sizes/file-parts.ts'
import type { FilePart } from '../../unixfs/read/sizes/file-parts.ts'
import { FileSizeError } from '../../unixfs/read/sizes/file-size-error.ts'
import { hugeParts } from '../../unixfs/read/sizes/huge-parts.ts'
import type { ReadOptions } from '../../unixfs/read/sizes/read-options.ts'
import { checkHugeSizes, checkLeaf, checkSizes, TrueSizes } from '../../unixfs/read/sizes/true-sizes.ts'
import { entityRange } from '../request/entity-bytes.ts'
import type { EntityBytes } from '../request/entity-bytes.ts'

const NOTHING = new Uint8Array(0)

export interface EntityOptions extends ReadOptions {
  /** whether a block is yielded each time the entity links to it */
  duplicates: boolean
}

/**
 * Yields the blocks of one entity: a file or a part of it, a directory with its shards but without its entries, or a
 * document (specs.ipfs.tech/http-gateways/trustless-gateway, "dag-scope", entity). A block that is not UnixFS is an
 * entity by itself.
 *
 * If a file node states no sizes or wrong ones, yields all blocks below it, for any range: the client needs them to
 * notice. If only the content of a part shows that the sizes are wrong, the rest of the file follows after it, out of
 * order. Without duplicates a part that was yielded whole is not walked again: a few blocks with many links to each
 * other would be walked forever.
 *
 * @param within - whether the path ends inside the block
 */
export async function* entityBlocks (
  cid: CID,
  within: boolean,
  range: EntityBytes | undefined,
  options: EntityOptions
): AsyncGenerator<Block> {
  const bytes = await options.blocks.get(cid, options)
  yield { cid, bytes }
  const node = within || cid.code !== CODEC.dagPb ? undefined : tryDecode(cid, bytes)

  if (node?.kind === 'directory') {
    yield* partBlocks(node.sharded ? shardsOf(bytes) : [], options)
  } else if (node?.kind === 'file') {
    yield* range == null ? partBlocks(allParts(node), options) : rangeBlocks(node, range, options)
  }
}

/** Yields the blocks of a file that a range touches; all of them if its sizes turn out to be wrong. */
async function* rangeBlocks (node: FileNode, range: EntityBytes, options: EntityOptions): AsyncGenerator<Block> {
  const sent = new Set<string>()

  try {
    const { offset, length } = entityRange(range, fileSize(node))
    await checkSizes(node, node.size, new TrueSizes(options))

    for await (
      const block of partBlocks(
        partsInRange(node, exactSize(node), BigInt(offset), BigInt(offset) + BigInt(length)),
        options
      )
    ) {
      sent.add(blockKey(block.cid))
      yield block
    }
  } catch (err) {
    if (!isError(err, FileSizeError)) {
      throw err
    }

    for await (const block of partBlocks(allParts(node), options)) {
      if (options.duplicates || !sent.has(blockKey(block.cid))) {
        yield block
      }
    }
  }
}

/** Yields the blocks of parts, depth first. A part whose content shows a wrong size is the last one. */
async function* partBlocks (parts: Part[], options: EntityOptions): AsyncGenerator<Block> {
  const seen = new Set<string>()
  const unseen = (parts: Part[]): Part[] =>
    options.duplicates ? parts : parts.filter(({ cid, isEntire }) => !isEntire || isNew(seen, cid))
  let wrong: FileSizeError | undefined

  const blocks = walkParts<Part, Part[] | FileSizeError, Block>(unseen(parts), {
    ...options,
    decode ({ bytes }, part) {
      try {
        return part.children(bytes)
      } catch (err) {
        if (!isError(err, FileSizeError)) {
          throw err
        }

        return err as FileSizeError
      }
    },
    ahead: (children) => Array.isArray(children) ? children.map(({ cid }) => cid) : [],
    visit (_part, children, block) {
      wrong = Array.isArray(children) ? undefined : children
      return { value: block, below: Array.isArray(children) ? unseen(children) : [] }
    }
  })

  for await (const block of blocks) {
    yield block

    if (wrong != null) {
      throw wrong
    }
  }
}

/**
 * Decodes a block as UnixFS.
 *
 * @returns undefined if it is not UnixFS, and therefore an entity by itself
 */
function tryDecode (cid: CID, bytes: Uint8Array): UnixfsNode | undefined {
  try {
    return decodeUnixfsNode(cid, bytes)
  } catch {
    return undefined
  }
}

/** A block that belongs to an entity, with the parts below it that belong to it too. */
interface Part {
  cid: CID
  /** whether all blocks below it belong to the entity, rather than a range of them */
  isEntire: boolean
  children: (bytes: Uint8Array) => Part[]
}

function isNew (seen: Set<string>, cid: CID): boolean {
  const before = seen.size
  return seen.add(blockKey(cid)).size > before
}

/**
 * Returns the parts of a file, or of a part of one, that a range touches; all of them if sizes are wrong. Numbers are
 * exact only up to 2^53, so the nodes above such sizes are handled with bigints.
 *
 * @param size - expected bytes of the node
 * @param offset - start of the range, counted from the start of the node
 * @param end - end of the range, exclusive, counted in the same way
 */
function partsInRange (node: FileNode, size: bigint, offset: bigint, end: bigint): Part[] {
  const { cid, exact, links } = node

  if (exact == null) {
    const within = (at: bigint): bigint => at < size ? at : size
    const [from, to] = [offset, end].map((at) => Number(at < 0n ? 0n : within(at)))
    return filePartsOf(node, { cid, start: 0, size: Number(size) }, from, to)
  }

  if (links.length === 0) {
    throw new FileSizeError(`file part ${cid} has ${node.data.length} bytes where ${size} are expected`)
  }

  if (exact.size !== size || !haveSizes(node, exact)) {
    return allParts(node)
  }

  return hugeParts(node, exact, 0n, offset, end).map(({ cid, start, size }) => ({
    cid,
    isEntire: offset <= start && start + size <= end,
    children: (bytes) => partsInRange(asFile(decodeUnixfsNode(cid, bytes)), size, offset - start, end - start)
  }))
}

/** Whether the sizes of the parts add up. */
function haveSizes (node: FileNode, exact: ExactSizes): boolean {
  try {
    checkHugeSizes(node, exact)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the parts of a file that a range touches; all of them if the sizes of the node do not add up.
 *
 * @throws FileSizeError if the node is a leaf of another size
 */
function filePartsOf (node: FileNode, self: FilePart, offset: number, end: number): Part[] {
  if (node.links.length === 0) {
    checkLeaf(node, self.size)
    return []
  }

  try {
    return fileParts(node, self, offset, end).map((part) => ({
      cid: part.cid,
      isEntire: offset <= part.start && part.start + part.size <= end,
      children: (bytes) => filePartsOf(asFile(decodeUnixfsNode(part.cid, bytes)), part, offset, end)
    }))
  } catch (err) {
    if (!isError(err, FileSizeError)) {
      throw err
    }

    return allParts(node)
  }
}

function allParts ({ links }: FileNode): Part[] {
  return links.map((cid) => ({
    cid,
    isEntire: true,
    children: (bytes) => allParts(asFile(decodeUnixfsNode(cid, bytes)))
  }))
}

function shardsOf (bytes: Uint8Array): Part[] {
  const node = decodePbNode(bytes)
  const shard = hamtShard(node, decodeUnixfsData(node.data ?? NOTHING))
  return node.links.filter((link) => slotOf(shard, link)?.value === false).map(({ cid }) => ({
    cid,
    isEntire: true,
    children: shardsOf
  }))
}
