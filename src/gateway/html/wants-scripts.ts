/** Scripts and handlers; forms, which a sandbox stops as well; frames, whose own scripts it stops. */
const WANTS = /<(?:script|form|iframe|frame|object|embed|portal)\b|[\s"'/]on[a-z]+\s*=|\bjavascript:|<meta\b[^>]*http-equiv/i

/** So much of a page is looked at. */
export const LOOK_BYTES = 65_536

/**
 * Whether a page does anything that a sandbox without scripts would keep it from. Decided by the text at its beginning, and where
 * there is more than was looked at it does: scripts often stand at the end. A page that only says so in its text costs a redirect.
 *
 * @param start - the first bytes, one character each
 */
export function wantsScripts (start: string, whole: boolean): boolean {
  return !whole || WANTS.test(start)
}
