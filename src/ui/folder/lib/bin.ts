import { BIN, deletionPath } from '../../../devices/tree/bin-path.ts'
import type { Deletion } from '../../../devices/tree/bin-path.ts'
import { isWithin, pathParts } from '../../lib/links/mfs-path.ts'

export { BIN, deletionPath }
export type { Deletion }

/** Name of the folder in its parent, the root. */
export const BIN_NAME = '.bin'

/** Days after which deleted items are removed for good. */
export const BIN_DAYS = 30

const DAY_MS = 86_400_000

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
