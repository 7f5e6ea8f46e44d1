import type { FileNode } from '../../format/unixfs-node.ts'
import { readByExtent } from './by-extent.ts'
import { readFile } from './read-file.ts'
import type { ReadFileOptions } from './read-file.ts'

/** More than this is read block by block, others ahead meanwhile. */
const MAX_BYTES = 1024 * 1024

/**
 * As `readFile`. A small range is read from where it lies, and not the blocks that it is in, where the store can do
 * that and who reads does not go through the file in order.
 */
export async function* readRange (file: FileNode, options: ReadFileOptions): AsyncGenerator<Uint8Array> {
  const bytes = options.whole === true
    ? undefined
    : await readByExtent(
      file,
      async (extents, parts, { signal }) => await extents.range(parts, { signal }),
      { ...options, min: 1, max: MAX_BYTES, isLocal: true }
    )

  if (bytes == null) {
    yield* readFile(file, options)
  } else {
    yield bytes
  }
}
