const ETAG = /^[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")/
const LEADING = /^[ \t,]+/

/**
 * Parses the entity tags of an `If-Match` or `If-None-Match` header (RFC 9110 section 8.8.3). Stops at the first
 * malformed tag, as Go's `net/http` does. `*` is returned as it is and ends the list.
 */
export function parseEtags (header: string): string[] {
  const tags: string[] = []

  for (let rest = header.replace(LEADING, ''); rest !== ''; rest = rest.replace(LEADING, '')) {
    if (rest.startsWith('*')) {
      return [...tags, '*']
    }

    const match = ETAG.exec(rest)

    if (match == null) {
      break
    }

    tags.push(match[1])
    rest = rest.slice(match[0].length)
  }

  return tags
}

/** Returns whether a header's list contains one of the tags by weak comparison (RFC 9110 section 8.8.3.2), or `*`. */
export function etagMatches (header: string, ...etags: string[]): boolean {
  const known = etags.map(withoutWeak)
  return parseEtags(header).some((tag) => tag === '*' || known.includes(withoutWeak(tag)))
}

/** Returns whether a header's list contains the tag by strong comparison: equal, and neither is weak. */
export function etagMatchesStrongly (header: string, etag: string): boolean {
  return parseEtags(header).some((tag) => tag === '*' || (tag === etag && tag.startsWith('"')))
}

function withoutWeak (tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
