import type { FolderEntry } from './folder-entry.ts'

/** Returns the modification time of an entry, or if it has none, the time since which a pin keeps it. */
export function entryDate ({ modified, since }: Pick<FolderEntry, 'modified' | 'since'>): Date | undefined {
  return modified ?? since
}

/**
 * Adds pin times to entries.
 *
 * @param dates - pin times by CID
 */
export function withPinDates (
  entries: readonly FolderEntry[],
  dates: ReadonlyMap<string, Date>
): readonly FolderEntry[] {
  return dates.size === 0
    ? entries
    : entries.map((entry) => dates.has(entry.cid) ? { ...entry, since: dates.get(entry.cid) } : entry)
}
