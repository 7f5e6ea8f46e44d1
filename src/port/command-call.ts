/**
 * An RPC command called through a port, with Blobs in place of a multipart body. Arguments, answer and permissions
 * equal those of the call by `fetch`.
 */
export interface CommandCall {
  /** path below `/api/v0/` and query: `add?cid-version=1` */
  target: string
  /** the files, in the order of a form */
  packs: FilePack[]
}

/** Files that are concatenated, so that thousands of them cross a port as a few values. */
export interface FilePack {
  /** small files may be separate Blobs, and a directory an empty one: combining many Blobs into one blocks the page */
  bytes: Blob | Uint8Array | Blob[]
  /** names as in a form, without percent-encoding, joined by NUL, which no path contains */
  paths: string
  /** size of each file in bytes; -1 means a directory */
  sizes: Float64Array
  /** modification times in milliseconds since 1970; NaN, or no list, if unknown */
  times?: Float64Array
}

/** The first value of an answer. The other values are the bytes of its body. */
export interface AnswerHead {
  status: number
  headers: Array<[name: string, value: string]>
}

/** The only method of this port. */
export const COMMAND = 'command'

export const DIRECTORY_SIZE = -1

/** The error of an upload if a file changed before or during the read. */
export const FILE_CHANGED = 'a file changed while it was read'
