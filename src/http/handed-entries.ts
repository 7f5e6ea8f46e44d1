import { DIRECTORY_SIZE } from '../port/command-call.ts'
import type { FilePack } from '../port/command-call.ts'
import { PackedContent } from './packed-content.ts'
import type { UploadEntry } from './upload-entry.ts'
import { uploadPath } from './upload-path.ts'

/**
 * The files that were handed over in place of a multipart body, as `uploadEntries` gives those of one. Bytes are read as they are taken.
 *
 * @throws from the iteration: FileChangedError, an Error for a path that is too long or a list that is not that of the bytes, the signal's reason
 */
export async function * handedEntries (packs: FilePack[], options: { signal?: AbortSignal } = {}): AsyncGenerator<UploadEntry> {
  for (const pack of packs) {
    const paths = pathsOf(pack)
    const packed = new PackedContent(pack.bytes, options)

    try {
      for (const [i, size] of pack.sizes.entries()) {
        const isDirectory = size === DIRECTORY_SIZE
        yield { path: uploadPath(wellFormed(paths[i])), kind: isDirectory ? 'directory' : 'file', content: packed.next(isDirectory ? 0 : size) }
        await packed.skip()
      }
    } finally {
      await packed.close()
    }
  }
}

function pathsOf ({ bytes, paths, sizes }: FilePack): string[] {
  const all = paths.split('\0')
  const size = bytes instanceof Blob ? bytes.size : bytes.byteLength
  const isSize = (size: number): boolean => size === DIRECTORY_SIZE || (Number.isSafeInteger(size) && size >= 0)

  if (all.length !== sizes.length || !sizes.every(isSize) || sizes.reduce((sum, size) => sum + Math.max(0, size), 0) !== size) {
    throw new Error('the files that were handed over are not those of their list')
  }

  return all
}

/** Text of a page may hold half of a character, which no path on the wire can. */
function wellFormed (path: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(path))
}
