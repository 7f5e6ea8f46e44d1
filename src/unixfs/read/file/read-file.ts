import { CID } from 'multiformats/cid'
import type { Block } from '../../../store/blockstore/blockstore.ts'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { FileNode } from '../../format/unixfs-node.ts'
import { asFile } from '../sizes/as-file.ts'
import { fileParts } from '../sizes/file-parts.ts'
import type { FilePart } from '../sizes/file-parts.ts'
import { FileSizeError } from '../sizes/file-size-error.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { checkLeaf, checkSizes, TrueSizes } from '../sizes/true-sizes.ts'
import { loadNode } from './load-node.ts'
import { walkParts } from './walk-parts.ts'
import type { Visited } from './walk-parts.ts'

export interface ReadFileOptions extends ReadOptions {
  /** the first byte to read; 0 if omitted */
  offset?: number
  /** the maximum number of bytes to read; unlimited if omitted */
  length?: number
  /** whether the entire range will be read, so that missing blocks may be fetched as a whole */
  isEntire?: boolean
  /** whether the file is played as media: the reader can stop or seek at any time */
  paced?: boolean
}

/**
 * Reads a file or a range of it. Loads only the blocks of the range; siblings are read ahead within the limits of the
 * reader. The chunks are views into blocks: do not modify them or transfer their buffers.
 *
 * Positions are computed from the sizes that nodes declare. If a node declares none or wrong ones, the file is measured
 * and the rest is read by the true sizes.
 *
 * @throws (while iterating) an Error if a block is unavailable, or if it is not a file (`this dag node is a directory`,
 *   `cannot currently read symlinks`); FileSizeError if wrong sizes make the range ambiguous, or if the range reaches
 *   the end of a file whose size differs from that in `file`
 * @example for await (const chunk of readFile(cid, { blocks, signal, offset: 10, length: 100 })) …
 */
export async function* readFile (file: CID | FileNode, options: ReadFileOptions): AsyncGenerator<Uint8Array> {
  const { offset = 0, length = Infinity } = options
  const root = file instanceof CID ? asFile(await loadNode(file, options)) : file
  const sizes = new TrueSizes(options)
  let read = 0

  try {
    for await (const chunk of readByClaimedSizes(root, offset, Math.min(offset + length, root.size), options, sizes)) {
      read += chunk.length
      yield chunk
    }

    return
  } catch (err) {
    // skipped parts can have wrong sizes too, which makes the position of the delivered bytes uncertain
    if (!(err instanceof FileSizeError) || (offset > 0 && read > 0)) {
      throw err
    }
  }

  yield* readMeasured(root, offset + read, endOf(root.size, await sizes.of(root), offset + length), options, sizes)
}

/**
 * Returns the end of a range of a measured file.
 *
 * @param declaredEnd - the size that the root declares
 * @throws FileSizeError if the range reaches the declared end and the real size differs
 */
function endOf (declaredEnd: number, size: number, wanted: number): number {
  if ((wanted === declaredEnd && size > declaredEnd) || (wanted <= declaredEnd && size < wanted)) {
    throw new FileSizeError(`file has ${size} bytes where its root tells of ${declaredEnd}`)
  }

  return Math.min(wanted, size)
}

async function* readByClaimedSizes (
  root: FileNode,
  offset: number,
  end: number,
  options: ReadFileOptions,
  sizes: TrueSizes
): AsyncGenerator<Uint8Array> {
  const self = { cid: root.cid, start: 0, size: root.size }
  await checkSizes(root, root.size, sizes)

  if (offset >= end) {
    return
  }

  if (root.links.length === 0) {
    yield cutLeaf(root.data, self, offset, end)
    return
  }

  if (options.isEntire === true) {
    options.blocks.expectAll?.(root.cid)
  }

  yield* walkParts<FilePart, FileNode, Uint8Array>(fileParts(root, self, offset, end), {
    ...options,
    pace: paceOf(options),
    decode: decodePart,
    ahead: (node, part) => node.links.length === 0 ? [] : fileParts(node, part, offset, end).map(({ cid }) => cid),

    visit: (part, node) => {
      const below = (): Visited<FilePart, Uint8Array> => ({ below: fileParts(node, part, offset, end) })

      // leaves are numerous, so they are checked synchronously
      if (node.links.length > 0) {
        return checkSizes(node, part.size, sizes).then(below)
      }

      checkLeaf(node, part.size)
      return { value: cutLeaf(node.data, part, offset, end), below: [] }
    }
  })
}

async function* readMeasured (
  root: FileNode,
  offset: number,
  end: number,
  options: ReadFileOptions,
  sizes: TrueSizes
): AsyncGenerator<Uint8Array> {
  if (offset >= end) {
    return
  }

  const partsOf = async (node: FileNode, part: FilePart): Promise<FilePart[]> =>
    fileParts({ ...node, blockSizes: await sizes.below(node) }, part, offset, end)

  const self = { cid: root.cid, start: 0, size: await sizes.of(root) }

  if (root.links.length === 0) {
    yield cutLeaf(root.data, self, offset, end)
    return
  }

  yield* walkParts<FilePart, FileNode, Uint8Array>(await partsOf(root, self), {
    ...options,
    pace: paceOf(options),
    decode: decodePart,
    ahead: () => [],

    visit: async (part, node) =>
      node.links.length === 0
        ? { value: cutLeaf(node.data, part, offset, end), below: [] }
        : { below: await partsOf(node, part) }
  })
}

function decodePart ({ bytes }: Block, { cid }: FilePart): FileNode {
  return asFile(decodeUnixfsNode(cid, bytes))
}

function paceOf ({ paced = false }: ReadFileOptions): { read: number } | undefined {
  return paced ? { read: 0 } : undefined
}

/** Returns the bytes of a leaf that are in the range. */
function cutLeaf (data: Uint8Array, { start, size }: FilePart, offset: number, end: number): Uint8Array {
  return offset <= start && start + size <= end ? data : data.subarray(Math.max(0, offset - start), end - start)
}
