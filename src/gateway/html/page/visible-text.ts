/**
 * Control characters, bidirectional controls, and invisible characters. Joiners are allowed: scripts and emoji need
 * them.
 */
const HIDDEN = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Writes out the hidden characters of a name, so that `photo\u202egnp.exe` cannot pass for a picture. */
export function visibleText (name: string): string {
  return name.replace(HIDDEN, (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
