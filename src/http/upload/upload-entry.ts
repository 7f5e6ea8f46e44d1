import type { BlobContent } from '../../bytes/blobs/blob-content.ts'

/** A modification time as UnixFS keeps it: seconds before or after the Unix epoch, and nanoseconds. */
export interface UploadTime {
  secs: bigint
  nsecs?: number
}

/** One part of an upload, as it comes over the wire (Kubo `boxo/files/multipartfile.go`). */
export interface UploadEntry {
  /** cleaned path without a leading slash; empty for a part without a file name */
  path: string
  kind: 'file' | 'directory' | 'symlink'
  /** Bytes of a file. Take them before the next entry is asked for; what is not taken is skipped. */
  content: BlobContent
  /** where a symlink points */
  target?: string
  /** POSIX permission bits */
  mode?: number
  mtime?: UploadTime
  /** `Abspath` header: where the client has the file (nocopy) */
  abspath?: string
}
