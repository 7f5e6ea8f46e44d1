/**
 * Kubo `core/commands/cmdutils`, `CleanAndTrim`: what others call themselves must not fill a screen, nor control a
 * terminal.
 */
const MAX_CHARACTERS = 128

/** Removes control characters from an untrusted text, and truncates it. */
export function cleanAndTrim (text: string): string {
  return Array.from(text.replace(/\p{C}/gu, '').trim()).slice(0, MAX_CHARACTERS).join('')
}
