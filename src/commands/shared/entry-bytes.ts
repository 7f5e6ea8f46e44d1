import type { UploadEntry } from '../../http/upload-entry.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import type { ToBytesOptions } from '../../bytes/to-bytes.ts'

/** What a command that wants bytes takes of a part: the content of a file, the target of a symlink; undefined for a directory (Kubo `files.ToFile`). */
export async function entryBytes ({ kind, content, target }: UploadEntry, options: ToBytesOptions): Promise<Uint8Array | undefined> {
  switch (kind) {
    case 'file': return await toBytes(content, options)
    case 'symlink': return new TextEncoder().encode(target)
    case 'directory': return undefined
  }
}
