import { toBytes } from '../../bytes/to-bytes.ts'
import type { ToBytesOptions } from '../../bytes/to-bytes.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import type { Upload } from '../../rpc/command/argument.ts'

/**
 * Returns the kind of an upload part for commands that take single files: a part inside a folder counts as that folder
 * (boxo `files/multipartfile.go`). dag/import accepts it anyway.
 */
export function entryKind ({ kind, path }: UploadEntry): UploadEntry['kind'] {
  return path.includes('/') ? 'directory' : kind
}

/**
 * Reads the bytes of an upload part: the content of a file, or the target of a symlink; undefined for a directory (Kubo
 * `files.ToFile`).
 */
export async function entryBytes (entry: UploadEntry, options: ToBytesOptions): Promise<Uint8Array | undefined> {
  switch (entryKind(entry)) {
    case 'file':
      return await toBytes(entry.content, options)
    case 'symlink':
      return encodeUtf8(entry.target ?? '')
    case 'directory':
      return undefined
  }
}

/** Limit of content that is held in memory as a whole. Kubo has none. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads the whole content of the first file of an upload, or the target of a symlink (Kubo `cmdenv/file.go`).
 *
 * @throws an Error with Kubo's message if there is none or it is a directory, and one if it exceeds 8 MiB
 */
export async function firstFile (files: Upload, signal: AbortSignal): Promise<Uint8Array> {
  for await (const entry of files) {
    const bytes = await entryBytes(entry, {
      signal,
      maxBytes: MAX_BYTES,
      tooLarge: () => new Error(`the file is over ${MAX_BYTES / 1024 / 1024}MiB`)
    })

    if (bytes == null) {
      throw new Error('file argument was nil')
    }

    return bytes
  }

  throw new Error('expected a file argument')
}
