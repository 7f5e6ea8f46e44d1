/** Control characters, and those that turn the direction of a text or are seen by nobody. Joiners stay: scripts and emoji need them. */
const HIDDEN = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A name with its hidden characters written out, so that `photo\u202egnp.exe` does not look like a picture. */
export function visibleText (name: string): string {
  return name.replace(HIDDEN, (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
