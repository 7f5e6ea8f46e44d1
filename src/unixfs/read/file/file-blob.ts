import type { FileNode } from '../../format/unixfs-node.ts'
import { readByExtent } from './by-extent.ts'
import type { ReadFileOptions } from './read-file.ts'

/** The minimum size in bytes. Below it a Blob is slower than a stream. */
const MIN_BYTES = 1024 * 1024

/**
 * Returns a file or a range of it as a Blob. The browser reads a Blob without the worker, which is several times as
 * fast as a stream. Returns undefined for small or very large ranges, and for blocks that the store does not keep in
 * Blobs (see `readByExtent`).
 */
export async function fileBlob (file: FileNode, options: ReadFileOptions): Promise<Blob | undefined> {
  return await readByExtent(
    file,
    async (extents, parts, { signal }) => await extents.blob(parts, { signal }),
    { ...options, min: MIN_BYTES, max: Infinity }
  )
}
