/**
 * Characters that are invisible or change the look of others: controls, fillers, and direction overrides. Joiners are
 * allowed: scripts and emoji need them.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/**
 * Makes an untrusted name safe to display: replaces invisible characters, so that it cannot imitate another name (for
 * example `exe` as `jpg`).
 */
export function shownName (name: string): string {
  return name.replace(UNSEEN, (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}
