/** Bytes at the beginning of a page that are searched. */
export const LOOK_BYTES = 65_536

/**
 * Scripts, event handlers, and frames: the sandbox disables scripts in frames too. XML may write its elements with a
 * prefix.
 */
const SCRIPTS = /<(?:[\w.-]+:)?(?:script|iframe|frame|object|embed|portal)\b|[\s"'/]on[a-z]+\s*=|\bjavascript:/i

/** Features that a sandbox without `allow-scripts` disables, with their names for users. */
const FEATURES: ReadonlyArray<[name: string, pattern: RegExp]> = [
  ['scripts', SCRIPTS],
  ['plugins', /<(?:object|embed)\b/i],
  ['autoplay', /<(?:video|audio)\b[^>]*\sautoplay\b/i],
  ['autofocus', /<[a-z][^>]*\sautofocus\b/i],
  ['automatic redirects', /<meta\b[^>]*http-equiv\s*=\s*["']?\s*refresh\b/i],
  // Chromium and WebKit send them past the service worker.
  ['download links', /<a(?:rea)?\b[^>]*\sdownload\b/i]
]

/**
 * Lists the features of a page that do not work in a sandbox without scripts, by the text of its beginning. A page that
 * is longer counts as one with scripts, because scripts are often at the end.
 *
 * @param start - the first bytes, one character each
 * @param isComplete - whether the page has no more bytes
 * @returns plural nouns in lower case; empty if the whole page works
 */
export function sandboxedFeatures (start: string, isComplete: boolean): string[] {
  return FEATURES.filter(([name, pattern]) => pattern.test(start) || (name === 'scripts' && !isComplete)).map((
    [name]
  ) => name)
}

/** Whether an XML document or SVG image may contain scripts. If it is longer than `start`, it may. */
export function mayHaveScripts (start: string, isComplete: boolean): boolean {
  return !isComplete || SCRIPTS.test(start)
}
