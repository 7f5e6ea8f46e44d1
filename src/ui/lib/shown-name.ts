/** Characters that are not seen, or change how others look: controls, fillers, and those that turn the direction of writing. Joiners stay: scripts and emoji need them. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/** A name from outside as it can be shown: nothing in it passes for something else, as `exe` for `jpg`. */
export function shownName (name: string): string {
  return name.replace(UNSEEN, (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
