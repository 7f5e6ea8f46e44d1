import type { UploadEntry } from '../../http/upload/upload-entry.ts'

/**
 * Returns the kind of an upload part for commands that take single files: a part inside a folder counts as that folder
 * (boxo `files/multipartfile.go`). dag/import accepts it anyway.
 */
export function entryKind ({ kind, path }: UploadEntry): UploadEntry['kind'] {
  return path.includes('/') ? 'directory' : kind
}
