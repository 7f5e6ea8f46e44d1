import type { AddEntry } from '../../client/index.ts'
import { Pauses } from '../../client/pauses.ts'

/** The entries with the dates of their files. The page is free in between, as the disk may be asked for each. */
export async function withTimes (entries: readonly AddEntry[]): Promise<AddEntry[]> {
  const pauses = new Pauses()
  const timed: AddEntry[] = []

  for (const entry of entries) {
    timed.push(entry.content instanceof File ? { ...entry, mtime: new Date(entry.content.lastModified) } : entry)
    if (pauses.due) await pauses.take()
  }

  return timed
}
