import { RecentMap } from '../bytes/recent-map.ts'
import { decodeUtf8 } from '../go/text/utf8.ts'
import { percentDecode } from '../go/url/query.ts'

/** Number of contents whose last page is remembered. */
const MAX_ROOTS = 16

/** Number of names that one page adds. */
const MAX_NAMES = 1024

/** A relative URL in an attribute that loads something; its last segment is captured. */
const LOADED = /\s(?:src|href)\s*=\s*["']?(?:[^"'\s>?#:]*\/)?([^"'\s>?#:/]+)/gi

const named = new RecentMap<string, readonly string[]>({ max: MAX_ROOTS })

/**
 * Remembers the names of the files that a page loads, in order: a browser asks for them next.
 *
 * @param root - CID of the content, as text
 * @param html - the page in UTF-8
 */
export function rememberNamedEntries (root: string, html: Uint8Array): void {
  const names = new Set<string>()

  for (const [, name] of decodeUtf8(html).matchAll(LOADED)) {
    names.add(percentDecode(name) ?? name)

    if (names.size === MAX_NAMES) {
      break
    }
  }

  named.set(root, [...names])
}

/** Returns the names that the page which was shown last of a content loads; undefined if there is none. */
export function namedEntries (root: string): readonly string[] | undefined {
  return named.get(root)
}
