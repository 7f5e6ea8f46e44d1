import { concatBytes } from '../../bytes/concat-bytes.ts'
import { DIRECTORY_SIZE } from '../../port/command-call.ts'
import type { FilePack } from '../../port/command-call.ts'
import { FileChangedError } from '../body/file-chunks.ts'
import { PackedContent } from './packed-content.ts'
import type { UploadEntry, UploadTime } from './upload-entry.ts'
import { uploadPath } from './upload-entry.ts'

/**
 * Yields the entries of files that were handed over in place of a multipart body, like `uploadEntries` for the parts of
 * one. Bytes are read on demand.
 *
 * @throws from the iteration: FileChangedError; an Error if a path is too long or the list does not match the bytes;
 *   the signal's reason
 */
export async function* packedEntries (
  packs: FilePack[],
  options: { signal?: AbortSignal } = {}
): AsyncGenerator<UploadEntry> {
  let next: Promise<Blob | Uint8Array> | undefined

  for (const [at, pack] of packs.entries()) {
    const bytes = await (next ?? readPack(pack))
    const paths = pathsOf(pack, bytes)
    const packed = new PackedContent(bytes, options)
    next = at + 1 < packs.length ? readPack(packs[at + 1]) : undefined
    next?.catch(() => {}) // errors are handled where it is awaited

    try {
      for (const [i, size] of pack.sizes.entries()) {
        const isDirectory = size === DIRECTORY_SIZE
        yield {
          path: uploadPath(wellFormed(paths[i])),
          kind: isDirectory ? 'directory' : 'file',
          content: packed.next(isDirectory ? 0 : size),
          mtime: timeOf(pack.times?.[i])
        }
        await packed.skip()
      }
    } finally {
      await packed.close()
    }
  }
}

/** Returns the bytes of a pack. Reads the small files of a pack together, while the previous pack is processed. */
async function readPack ({ bytes, sizes }: FilePack): Promise<Blob | Uint8Array> {
  if (!Array.isArray(bytes)) {
    return bytes
  }

  const parts = await Promise.all(bytes.map(async (blob) => new Uint8Array(await blob.arrayBuffer()))).catch((err) => {
    throw new FileChangedError(err)
  })

  if (parts.some(({ byteLength }, i) => byteLength !== Math.max(0, sizes[i]))) {
    throw new FileChangedError()
  }

  return concatBytes(parts)
}

function pathsOf ({ paths, sizes }: FilePack, bytes: Blob | Uint8Array): string[] {
  const all = paths.split('\0')
  const size = bytes instanceof Blob ? bytes.size : bytes.byteLength
  const isSize = (size: number): boolean => size === DIRECTORY_SIZE || (Number.isSafeInteger(size) && size >= 0)

  if (
    all.length !== sizes.length || !sizes.every(isSize) ||
    sizes.reduce((sum, size) => sum + Math.max(0, size), 0) !== size
  ) {
    throw new Error('the files that were handed over are not those of their list')
  }

  return all
}

/**
 * Converts a modification time; undefined if it is invalid.
 *
 * @param ms - milliseconds since 1970; NaN for an invalid Date
 */
function timeOf (ms = NaN): UploadTime | undefined {
  const secs = Math.floor(ms / 1000)
  return Number.isSafeInteger(secs)
    ? { secs: BigInt(secs), nsecs: Math.floor(ms - secs * 1000) * 1_000_000 }
    : undefined
}

/** Replaces lone surrogates, which texts of a page may contain and UTF-8 paths cannot. */
function wellFormed (path: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(path))
}
