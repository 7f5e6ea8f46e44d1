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

/** Leaves that are looked for before the first byte goes out: 256 MiB of the usual size, about 25 ms. */
const MAX_LEAVES = 1024

/**
 * Larger parts of a file are nodes with others below them: no importer makes leaves of more (boxo `chunker/parse.go`,
 * `ChunkSizeLimit`).
 */
const MAX_LEAF_BYTES = 2 * 1024 * 1024

/** Deeper trees have leaves that are no use. */
const MAX_DEPTH = 8

export interface ByExtentOptions extends ReadFileOptions {
  /** bytes; other ranges are left to the reader */
  min: number
  max: number
  /** ends at what is not here, which who reads the file asks for in a better way */
  isLocal?: boolean
}

/**
 * Reads a file, or a range of it, by where its leaves are stored (`ExtentReader`).
 *
 * @returns undefined if the store cannot, the range is too small or too large, there are too many leaves, leaves contain
 *   more than bytes of the file, or anything is wrong with the file: reading it block by block reports the error
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
        // leaves are mostly of one size: the first tells that there are too many before all of them are looked for
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
 * Whether a block of dag-pb that is here is rather a leaf than a node above some, which is smaller than what lies below
 * it. Siblings are of one kind; where they are not, or the leaf has more in it, the store gives no Blob.
 */
async function isLeaf ({ cid, size }: FilePart, options: ReadOptions): Promise<boolean> {
  return await options.blocks.has(cid) && await options.blocks.size(cid, options) > size
}

function isRaw (cid: CID): boolean {
  return cid.code === CODEC.raw
}
