import type { FileNode } from '../../format/unixfs-node.ts'
import { readByExtent } from './by-extent.ts'
import { readFile } from './read-file.ts'
import type { ReadFileOptions } from './read-file.ts'

/**
 * The maximum length in bytes of a range that is read directly from storage. Longer ranges are read block by block with
 * read-ahead.
 */
const MAX_BYTES = 1024 * 1024

/**
 * Reads a range like `readFile`. Reads a small range directly from storage, without loading whole blocks, if the store
 * supports it and `whole` is not set.
 */
export async function* readRange (file: FileNode, options: ReadFileOptions): AsyncGenerator<Uint8Array> {
  const bytes = options.isEntire === true
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
