import { toBytes } from '../../bytes/to-bytes.ts'
import type { ToBytesOptions } from '../../bytes/to-bytes.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import { entryKind } from './entry-kind.ts'

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
