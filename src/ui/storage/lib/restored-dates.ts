/** When an item was pinned before a backup, and when the backup restored the pin, in milliseconds since 1970. */
export interface RestoredDate {
  pinnedMs: number
  restoredMs: number
}

/** Reads the times of restored pins, by CID, from the text in local storage. */
export function readRestoredDates (text: string | undefined): Map<string, RestoredDate> {
  try {
    const list = JSON.parse(text ?? '[]') as Array<[string, Partial<RestoredDate> | null]>
    return new Map(
      list.filter((row): row is [string, RestoredDate] =>
        typeof row[0] === 'string' && Number.isFinite(row[1]?.pinnedMs) && Number.isFinite(row[1]?.restoredMs)
      )
    )
  } catch {
    return new Map()
  }
}

/**
 * Replaces the times of restored pins by those before the backup. A pin that was removed and made again since has a
 * later time, which stays.
 */
export function withRestoredDates (
  dates: ReadonlyMap<string, Date>,
  restored: ReadonlyMap<string, RestoredDate>
): Map<string, Date> {
  return new Map([...dates].map(([cid, date]) => {
    const found = restored.get(cid)
    return [cid, found?.restoredMs === date.getTime() ? new Date(found.pinnedMs) : date]
  }))
}
