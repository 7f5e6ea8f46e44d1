import type { BlobContent } from '../../bytes/blobs/blob-content.ts'
import { cleanPath } from '../../go/url/clean-path.ts'
import { isGoQuery, parseGoQuery } from '../../go/url/query.ts'

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

/**
 * A path, or what a symlink points to: no system has longer ones, and each is held while a directory is made. Kubo
 * takes 10 MiB.
 */
export const MAX_PATH_BYTES = 64 * 1024

/** The place of a file within an upload: a path can not leave its root. @throws an Error for one that is too long */
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
 * Mode (octal) and modification time of a part, which travel in its name as in `file?mode=0644&mtime=1&mtime-nsecs=2`
 * (boxo `files/multipartfile.go`). A query with a fault in it says nothing.
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
  // with any metadata at all, a time that is not given is the epoch (`fileInfo` there)
  const mtime = parseTime(secs ?? '0', nsecs)

  return { ...(mode == null ? {} : { mode }), ...(mtime == null ? {} : { mtime }) }
}

function parseMode (text: string | undefined): number | undefined {
  const mode = text != null && /^[0-7]+$/.test(text) ? BigInt(`0o${text}`) : undefined
  return mode != null && mode < 1n << BigInt(MODE_BITS) ? Number(mode) : undefined
}

/** Nanoseconds beyond a second count as seconds, as in Go's `time.Unix`. */
function parseTime (secs: string, nsecs: string | undefined): UploadTime | undefined {
  const whole = parseInteger(secs)

  if (whole == null) {
    return undefined
  }

  if (nsecs == null) {
    return { secs: whole }
  }

  const rest = parseInteger(nsecs) ?? 0n
  const fraction = ((rest % NSECS_PER_SEC) + NSECS_PER_SEC) % NSECS_PER_SEC
  return { secs: whole + (rest - fraction) / NSECS_PER_SEC, nsecs: Number(fraction) }
}

function parseInteger (text: string): bigint | undefined {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined
  return value != null && BigInt.asIntN(SECONDS_BITS, value) === value ? value : undefined
}
