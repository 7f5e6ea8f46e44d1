/**
 * Kubo `core/commands/cmdutils`, `CleanAndTrim`: what others call themselves must not fill a screen, nor control a
 * terminal.
 */
const MAX_CHARACTERS = 128

/** A text of somebody else without control characters, and not too long. */
export function cleanAndTrim (text: string): string {
  return Array.from(text.replace(/\p{C}/gu, '').trim()).slice(0, MAX_CHARACTERS).join('')
}
