import type { BlobContent } from '../../bytes/blobs/blob-content.ts'

/** A modification time: seconds before or after the Unix epoch, and nanoseconds. */
export interface EntryTime {
  secs: bigint | number
  nsecs?: number
}

/** A file, directory or symlink to import, for example one part of an upload. */
export interface ImportEntry {
  /**
   * The clean path without a leading slash. Parent directories need no entry of their own. Empty for an unnamed entry.
   */
  path: string
  kind: 'file' | 'directory' | 'symlink'
  /**
   * The bytes of a file, which are read to the end before the next entry is requested. The importer takes ownership of
   * the chunks and turns them into blocks without a copy where possible.
   */
  content?: BlobContent | ReadableStream<Uint8Array>
  /** the target of a symlink */
  target?: string
  /** POSIX permission bits */
  mode?: number
  mtime?: EntryTime
  /** the path or URL of the file, for `ImportOptions.nocopy` */
  abspath?: string
}
