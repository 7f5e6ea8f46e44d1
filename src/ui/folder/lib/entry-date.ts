import { joinPath } from '../../lib/links/mfs-path.ts'
import type { FolderEntry } from './folder-entry.ts'

/** Returns the modification time of an entry, or if it has none, the time at which it was added. */
export function entryDate ({ modified, since }: Pick<FolderEntry, 'modified' | 'since'>): Date | undefined {
  return modified ?? since
}

/**
 * Adds the times at which the page added entries, or else those of their pins.
 *
 * @param path - of their folder
 * @param added - times by path, in milliseconds since 1970
 * @param pinDates - pin times by CID
 */
export function withAddedDates<E extends FolderEntry> (
  entries: readonly E[],
  { path, added, pinDates }: {
    path: string
    added: ReadonlyMap<string, number>
    pinDates: ReadonlyMap<string, Date>
  }
): readonly E[] {
  if (added.size === 0 && pinDates.size === 0) {
    return entries
  }
  return entries.map((entry) => {
    const addedMs = added.get(joinPath(path, entry.name))
    const since = addedMs == null ? pinDates.get(entry.cid) : new Date(addedMs)
    return since == null ? entry : { ...entry, since }
  })
}
