import type { BlobContent } from '../../bytes/blobs/blob-content.ts'

/** A modification time: seconds before or after the Unix epoch, and nanoseconds. */
export interface EntryTime {
  secs: bigint | number
  nsecs?: number
}

/** One file, directory or symlink to import, in the order in which they come (a part of an upload is one). */
export interface ImportEntry {
  /**
   * Clean path without a leading slash. Directories in it need no entry of their own. Empty for a thing without a name.
   */
  path: string
  kind: 'file' | 'directory' | 'symlink'
  /**
   * Bytes of a file, read to their end before the next entry is asked for.
   * The chunks belong to the importer from then on: they become blocks without a copy where that is possible.
   */
  content?: BlobContent | ReadableStream<Uint8Array>
  /** where a symlink points */
  target?: string
  /** POSIX permission bits */
  mode?: number
  mtime?: EntryTime
  /** where the file lies, or its URL: for `ImportOptions.nocopy` */
  abspath?: string
}
