/**
 * A command of the RPC that is called through a port, with Blobs in place of a multipart body: what is called, which
 * answer it gets and what it may do are those of the same call by `fetch`.
 */
export interface CommandCall {
  /** path below `/api/v0/` and query: `add?cid-version=1` */
  target: string
  /** the files, in the order in which a form would have them */
  packs: FilePack[]
}

/** Files whose bytes lie one behind the other: so thousands of them cross a port as a few values. */
export interface FilePack {
  /** small ones may come each for itself, a directory as an empty one: to make one Blob of many holds the page up */
  bytes: Blob | Uint8Array | Blob[]
  /** as a form names its files, without percent-encoding; one of each joined by NUL, which no path contains */
  paths: string
  /** bytes of each file; -1 says a directory, which has none */
  sizes: Float64Array
  /**
   * when each was changed last, in milliseconds since 1970; NaN for one of which that is not said. None is, without a
   * list
   */
  times?: Float64Array
}

/** The first value of an answer; the others are the bytes of its body. */
export interface AnswerHead {
  status: number
  headers: Array<[name: string, value: string]>
}

/** The one name that is called. */
export const COMMAND = 'command'

export const DIRECTORY_SIZE = -1

/** What an upload fails by when a file is shorter than it was, or another, when it is read. */
export const FILE_CHANGED = 'a file changed while it was read'
