import { etagMatches, etagMatchesStrongly, parseEtags } from './etag.ts'
import { parseHttpDate } from './http-date.ts'

const SECOND_MS = 1000

/** The validators of the requested content (RFC 9110 section 8.8). */
export interface Validators {
  /** the value of the `ETag` header; undefined if there is none */
  etag: string | undefined
  /** milliseconds since 1970; undefined if unknown */
  modifiedMs: number | undefined
}

/**
 * Evaluates the preconditions of a GET or HEAD request in the order of RFC 9110 section 13.2.2, as Go's `net/http`
 * does.
 *
 * @returns the status of the response, or the `Range` header to continue with (undefined for none)
 */
export function checkPreconditions (
  { headers }: Request,
  { etag, modifiedMs }: Validators
): { status: 304 | 412 } | { range: string | undefined } {
  const modified = modifiedMs == null ? undefined : Math.floor(modifiedMs / SECOND_MS) * SECOND_MS
  // an empty header counts as missing
  const ifMatch = headers.get('if-match') ?? ''
  const ifNoneMatch = headers.get('if-none-match') ?? ''

  if (
    ifMatch !== ''
      ? !etagMatchesStrongly(ifMatch, etag ?? '')
      : notAfter(headers.get('if-unmodified-since'), modified) === false
  ) {
    return { status: 412 }
  }

  if (
    ifNoneMatch !== ''
      ? etagMatches(ifNoneMatch, etag ?? '')
      : notAfter(headers.get('if-modified-since'), modified) === true
  ) {
    return { status: 304 }
  }

  const range = headers.get('range') ?? ''
  return { range: range !== '' && ifRange(headers.get('if-range') ?? '', etag, modified) ? range : undefined }
}

/** Returns whether `modified` is not after the date of a header; undefined if one of them is missing or invalid. */
function notAfter (header: string | null, modified: number | undefined): boolean | undefined {
  const date = header == null || modified == null ? undefined : parseHttpDate(header)
  return date == null ? undefined : (modified as number) <= date
}

function ifRange (header: string, etag: string | undefined, modified: number | undefined): boolean {
  if (header === '') {
    return true
  }

  const tags = parseEtags(header)

  if (tags.length > 0) {
    return etagMatchesStrongly(tags[0], etag ?? '')
  }

  return modified != null && parseHttpDate(header) === modified
}
