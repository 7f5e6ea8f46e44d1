import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import type { BlockPart, ExtentReader } from '../../../store/blockstore/capabilities.ts'
import type { FileNode } from '../../format/unixfs-node.ts'
import { asFile } from '../sizes/as-file.ts'
import { fileParts } from '../sizes/file-parts.ts'
import type { FilePart } from '../sizes/file-parts.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { loadNode } from './load-node.ts'
import type { ReadFileOptions } from './read-file.ts'

/** The maximum number of leaves that are located before the first byte is sent: 256 MiB at the default chunk size. */
const MAX_LEAVES = 1024

/**
 * The maximum size of a leaf (boxo `chunker/parse.go`, `ChunkSizeLimit`). A larger part of a file must be an inner
 * node.
 */
const MAX_LEAF_BYTES = 2 * 1024 * 1024

/** The maximum depth. Leaves of deeper trees are too small for this. */
const MAX_DEPTH = 8

export interface ByExtentOptions extends ReadFileOptions {
  /** the range in bytes in which this path is used; other ranges are read block by block */
  min: number
  max: number
  /** whether to stop at the first block that is not local, which the reader fetches more efficiently */
  isLocal?: boolean
}

/**
 * Reads a file or a range of it by the extents in which its leaves are stored (`ExtentReader`).
 *
 * @returns undefined if the store does not support it, if the range is too small or too large, if there are too many
 *   leaves, if leaves contain other bytes than file content, or if the file is invalid: reading it block by block
 *   reports the error
 */
export async function readByExtent<T> (
  file: FileNode,
  read: (extents: ExtentReader, parts: BlockPart[], options: { signal: AbortSignal }) => Promise<T | undefined>,
  options: ByExtentOptions
): Promise<T | undefined> {
  const { blocks: { local: { extents } }, signal, offset = 0, length = Infinity, min, max } = options
  const end = Math.min(offset + length, file.size)

  if (extents == null || end - offset < min || end - offset > max) {
    return undefined
  }

  try {
    const leaves = await leavesOf(file, offset, end, options)
    return leaves == null ? undefined : await read(extents, leaves, { signal })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

async function leavesOf (
  file: FileNode,
  offset: number,
  end: number,
  options: ByExtentOptions
): Promise<BlockPart[] | undefined> {
  const leaves: BlockPart[] = []

  const collect = async (node: FileNode, self: FilePart, depth: number): Promise<boolean> => {
    const parts = fileParts(node, self, offset, end)

    if (leaves.length + parts.length > MAX_LEAVES || depth > MAX_DEPTH || parts.length === 0) {
      return false
    }

    const framed = parts.find(({ cid, size }) => !isRaw(cid) && size <= MAX_LEAF_BYTES)
    const areLeaves = framed != null && await isLeaf(framed, options)

    for (const part of parts) {
      if (isRaw(part.cid) || (areLeaves && part.size <= MAX_LEAF_BYTES)) {
        // leaves usually have one size, so the first one shows early if there are too many
        if (leaves.length === 0 && (end - offset) / part.size > MAX_LEAVES) {
          return false
        }

        leaves.push({
          cid: part.cid,
          size: part.size,
          start: Math.max(0, offset - part.start),
          end: Math.min(part.size, end - part.start),
          isContent: !isRaw(part.cid)
        })
      } else if (
        (options.isLocal === true && !await options.blocks.has(part.cid)) ||
        !await collect(asFile(await loadNode(part.cid, options)), part, depth + 1)
      ) {
        return false
      }
    }

    return true
  }

  return await collect(file, { cid: file.cid, start: 0, size: file.size }, 0) ? leaves : undefined
}

/**
 * Returns whether a local dag-pb block is a leaf. The block of an inner node is smaller than the content below. The
 * check assumes siblings of one kind. If that is wrong, or the leaf has extra fields, the store returns no Blob.
 */
async function isLeaf ({ cid, size }: FilePart, options: ReadOptions): Promise<boolean> {
  return await options.blocks.has(cid) && await options.blocks.size(cid, options) > size
}

function isRaw (cid: CID): boolean {
  return cid.code === CODEC.raw
}
