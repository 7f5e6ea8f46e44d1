import { pinDates as askDates } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { readRestoredDates, withRestoredDates } from '../lib/restored-dates.ts'

/** Storage key, for this browser. */
const KEY = 'swipfs-restored-pins'
/** Limit of remembered pins; the oldest are forgotten. */
const MAX_PINS = 5000

/** Pin times by CID; legacy pins have none. A pin that a backup restored has its time in the backup. */
export const pinDates = new Store<ReadonlyMap<string, Date>>(new Map())

/** Reads the times again. An older worker returns none. */
export async function refreshPinDates ({ signal }: { signal: AbortSignal }): Promise<void> {
  const dates = await askDates({ signal }).catch(() => undefined)
  if (dates != null) {
    pinDates.set(withRestoredDates(dates, readRestoredDates(readLocal(KEY))))
  }
}

/**
 * Remembers the times of pins from a backup, for those that it has just restored. A pin that was here before keeps its
 * time.
 *
 * @param startMs - start of the restore, in milliseconds since 1970
 */
export async function restorePinDates (
  pins: ReadonlyArray<{ cid: string; pinnedMs?: number }>,
  startMs: number
): Promise<void> {
  const dates = await askDates().catch(() => new Map<string, Date>())
  const startSecond = Math.floor(startMs / 1000) * 1000 // as exact as the times of pins
  const known = readRestoredDates(readLocal(KEY))

  for (const { cid, pinnedMs } of pins) {
    const restoredMs = dates.get(cid)?.getTime() ?? 0
    if (pinnedMs != null && restoredMs >= startSecond) {
      known.delete(cid) // The latest is last.
      known.set(cid, { pinnedMs, restoredMs })
    }
  }
  keepLocal(KEY, JSON.stringify([...known].slice(-MAX_PINS)))
}
