/**
 * MFS folder of deleted items. The app hides it. Each deletion is a folder in it, whose name states when the items were
 * deleted and from where: `TIME COUNT PARENT`, with the time in milliseconds since 1970, a number for deletions of the
 * same millisecond, and the percent-encoded path of the parent folder.
 */
export const BIN = '/.bin'

/** A deletion: when, and from which folder. */
export interface Deletion {
  atMs: number
  from: string
}

/** Returns the path of the folder for a deletion; `count` distinguishes deletions of the same millisecond. */
export function deletionPath ({ atMs, from }: Deletion, count = 0): string {
  return `${BIN}/${atMs} ${count} ${encodeURIComponent(from)}`
}
