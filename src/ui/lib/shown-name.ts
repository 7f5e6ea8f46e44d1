/** Characters that are not seen and change how others look: controls, and those that turn the direction of writing. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A name from outside as it can be shown: nothing in it passes for something else, as `exe` for `jpg`. */
export function shownName (name: string): string {
  return name.replace(UNSEEN, (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
