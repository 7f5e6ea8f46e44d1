import type { FileNode } from '../format/unixfs-node.ts'
import { fileLeaves } from './file-leaves.ts'
import { readFile } from './read-file.ts'
import type { ReadFileOptions } from './read-file.ts'

/** More than this is read block by block, others ahead meanwhile. */
const MAX_BYTES = 1024 * 1024

/**
 * As `readFile`. A small range is read from where it lies, and not the blocks that it is in, where the store can do that and who reads does not go through the file in order.
 */
export async function * readRange (file: FileNode, options: ReadFileOptions): AsyncGenerator<Uint8Array> {
  const bytes = await rangeBytes(file, options)

  if (bytes == null) {
    yield * readFile(file, options)
  } else {
    yield bytes
  }
}

/** Undefined also where something is wrong with the file, of which its reader tells. */
async function rangeBytes (file: FileNode, options: ReadFileOptions): Promise<Uint8Array | undefined> {
  const { blocks, signal, offset = 0, length = Infinity, whole = false } = options
  const end = Math.min(offset + length, file.size)

  if (whole || blocks.range == null || file.links.length === 0 || end - offset > MAX_BYTES || offset >= end) {
    return undefined
  }

  try {
    const leaves = await fileLeaves(file, offset, end, { blocks, signal, isLocal: true })
    return leaves == null ? undefined : await blocks.range(leaves, options)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
