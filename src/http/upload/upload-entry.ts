import type { BlobContent } from '../../bytes/blobs/blob-content.ts'
import { cleanPath } from '../../go/url/clean-path.ts'
import { isGoQuery, parseGoQuery } from '../../go/url/query.ts'

/** A modification time as in UnixFS: seconds before or after the Unix epoch, and nanoseconds. */
export interface UploadTime {
  secs: bigint
  nsecs?: number
}

/** One part of an upload (Kubo `boxo/files/multipartfile.go`). */
export interface UploadEntry {
  /** cleaned path without a leading slash; empty for a part without a file name */
  path: string
  kind: 'file' | 'directory' | 'symlink'
  /** the bytes of a file; unread bytes are skipped when the next entry is requested */
  content: BlobContent
  /** the target of a symlink */
  target?: string
  /** POSIX permission bits */
  mode?: number
  mtime?: UploadTime
  /** `Abspath` header: path of the file on the client's disk (nocopy) */
  abspath?: string
}

/**
 * The maximum length of a path or a symlink target. No operating system supports longer ones, and each path is in
 * memory while a directory is built. Kubo accepts 10 MiB.
 */
export const MAX_PATH_BYTES = 64 * 1024

/**
 * Cleans the path of a file within an upload, so that it cannot leave the root.
 *
 * @throws an Error if the path is too long
 */
export function uploadPath (path: string): string {
  if (path.length > MAX_PATH_BYTES) {
    throw new Error(`a path of the upload is over ${MAX_PATH_BYTES} bytes`)
  }

  return cleanPath(`/${path}`).slice(1)
}

const MODE_BITS = 32
const SECONDS_BITS = 64
const NSECS_PER_SEC = 1_000_000_000n

/**
 * Parses the mode (octal) and the modification time in the name of a part, for example
 * `file?mode=0644&mtime=1&mtime-nsecs=2` (boxo `files/multipartfile.go`). Ignores a malformed query.
 */
export function uploadMetadata (name: string): { mode?: number; mtime?: UploadTime } {
  const question = name.indexOf('?')
  const text = name.slice(question + 1)

  if (question < 0 || !isGoQuery(text)) {
    return {}
  }

  const query = parseGoQuery(text)
  const mode = parseMode(query.get('mode')?.[0])
  const secs = query.get('mtime')?.[0]
  const nsecs = query.get('mtime-nsecs')?.[0]
  // if there is any metadata, a missing time is the epoch (boxo `fileInfo`)
  const mtime = parseTime(secs ?? '0', nsecs)

  return { ...(mode == null ? {} : { mode }), ...(mtime == null ? {} : { mtime }) }
}

function parseMode (text: string | undefined): number | undefined {
  const mode = text != null && /^[0-7]+$/.test(text) ? BigInt(`0o${text}`) : undefined
  return mode != null && mode < 1n << BigInt(MODE_BITS) ? Number(mode) : undefined
}

/** Parses a time. Nanoseconds beyond a second count as seconds, as in Go's `time.Unix`. */
function parseTime (secs: string, nsecs: string | undefined): UploadTime | undefined {
  const wholeSecs = parseInteger(secs)

  if (wholeSecs == null) {
    return undefined
  }

  if (nsecs == null) {
    return { secs: wholeSecs }
  }

  const rest = parseInteger(nsecs) ?? 0n
  const fraction = ((rest % NSECS_PER_SEC) + NSECS_PER_SEC) % NSECS_PER_SEC
  return { secs: wholeSecs + (rest - fraction) / NSECS_PER_SEC, nsecs: Number(fraction) }
}

function parseInteger (text: string): bigint | undefined {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined
  return value != null && BigInt.asIntN(SECONDS_BITS, value) === value ? value : undefined
}
