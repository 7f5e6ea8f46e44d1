import { isGoQuery, parseGoQuery } from '../../go/url/query.ts'
import type { UploadTime } from './upload-entry.ts'

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
