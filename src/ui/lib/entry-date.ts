import type { FolderEntry } from './folder-entry.ts'

/** When an entry was changed, as the file itself says; where it does not, since when a pin keeps what is in it. */
export function entryDate ({ modified, since }: Pick<FolderEntry, 'modified' | 'since'>): Date | undefined {
  return modified ?? since
}

/** The entries with what is known of pins. @param dates - since when pins are kept, by CID */
export function withPinDates (entries: readonly FolderEntry[], dates: ReadonlyMap<string, Date>): readonly FolderEntry[] {
  return dates.size === 0 ? entries : entries.map((entry) => dates.has(entry.cid) ? { ...entry, since: dates.get(entry.cid) } : entry)
}
