import type { UploadEntry } from '../../http/upload-entry.ts'

/** What a part of an upload is to a command that takes single files: one that lies in a folder comes as this folder (boxo `files/multipartfile.go`). dag/import takes it all the same. */
export function entryKind ({ kind, path }: UploadEntry): UploadEntry['kind'] {
  return path.includes('/') ? 'directory' : kind
}
