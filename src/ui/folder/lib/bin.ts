import { isWithin, pathParts } from '../../lib/links/mfs-path.ts'

/**
 * MFS folder of deleted items. The page hides it. Each deletion is a folder in it, whose name states when the items
 * were deleted and from where: `TIME COUNT PARENT`, with the time in milliseconds since 1970, a number for deletions of
 * the same millisecond, and the percent-encoded path of the parent folder.
 */
export const BIN = '/.bin'

/** Name of the folder in its parent, the root. */
export const BIN_NAME = '.bin'

/** Days after which deleted items are removed for good. */
export const BIN_DAYS = 30

const DAY_MS = 86_400_000

/** A deletion: when, and from which folder. */
export interface Deletion {
  atMs: number
  from: string
}

/** Returns the path of the folder for a deletion; `count` distinguishes deletions of the same millisecond. */
export function deletionPath ({ atMs, from }: Deletion, count = 0): string {
  return `${BIN}/${atMs} ${count} ${encodeURIComponent(from)}`
}

/** Parses the name of a folder in the Bin; undefined for another one. */
export function readDeletion (name: string): Deletion | undefined {
  const [, atMs, from] = /^(\d{1,16}) \d+ (%2F\S*)$/.exec(name) ?? []
  try {
    return atMs == null ? undefined : { atMs: Number(atMs), from: decodeURIComponent(from) }
  } catch {
    return undefined // The page never writes such a name.
  }
}

/** Returns whether the items of a deletion have been in the Bin for too long. */
export function isExpired ({ atMs }: Pick<Deletion, 'atMs'>, nowMs: number): boolean {
  return nowMs - atMs > BIN_DAYS * DAY_MS
}

/** Returns whether a path is the Bin or lies in it. */
export function isInBin (path: string): boolean {
  return isWithin(`/${pathParts(path).join('/')}`, BIN)
}
