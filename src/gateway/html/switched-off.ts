/** The number of bytes at the beginning of a page that are searched. */
export const LOOK_BYTES = 65_536

/** Scripts, event handlers, and frames, whose own scripts the sandbox stops too. XML may write its elements with a prefix. */
const SCRIPTS = /<(?:[\w.-]+:)?(?:script|iframe|frame|object|embed|portal)\b|[\s"'/]on[a-z]+\s*=|\bjavascript:/i

/** Features that a sandbox without `allow-scripts` switches off, with the words for a person. */
const FEATURES: ReadonlyArray<[name: string, pattern: RegExp]> = [
  ['scripts', SCRIPTS],
  ['plugins', /<(?:object|embed)\b/i],
  ['autoplay', /<(?:video|audio)\b[^>]*\sautoplay\b/i],
  ['autofocus', /<[a-z][^>]*\sautofocus\b/i],
  ['automatic redirects', /<meta\b[^>]*http-equiv\s*=\s*["']?\s*refresh\b/i],
  // Chromium and WebKit send them past the service worker
  ['download links', /<a(?:rea)?\b[^>]*\sdownload\b/i]
]

/**
 * Lists the features of a page that do not work in a sandbox without scripts. Decides by the text at its beginning. If there is
 * more of the page, it counts as one with scripts: these often stand at the end.
 *
 * @param start - the first bytes, one character each
 * @param whole - whether the page has no more bytes
 * @returns plural nouns in lower case, empty if all of the page works
 */
export function switchedOff (start: string, whole: boolean): string[] {
  return FEATURES.filter(([name, pattern]) => pattern.test(start) || (name === 'scripts' && !whole)).map(([name]) => name)
}

/** Whether an XML document or SVG picture has scripts; if there is more of it, it may have. */
export function mayHaveScripts (start: string, whole: boolean): boolean {
  return !whole || SCRIPTS.test(start)
}
