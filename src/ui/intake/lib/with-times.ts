import { Pauses } from '../../../client/body/page-pauses.ts'
import type { AddEntry } from '../../../client/index.ts'

/** Adds the dates of files to entries. Yields to the page in between, because the disk may be asked for each. */
export async function withTimes (entries: readonly AddEntry[]): Promise<AddEntry[]> {
  const pauses = new Pauses()
  const timed: AddEntry[] = []

  for (const entry of entries) {
    timed.push(entry.content instanceof File ? { ...entry, mtime: new Date(entry.content.lastModified) } : entry)
    if (pauses.due) {
      await pauses.take()
    }
  }

  return timed
}
