import { pinDates as askDates } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'

/** Pin times by CID; legacy pins have none. */
export const pinDates = new Store<ReadonlyMap<string, Date>>(new Map())

/** Reads the times again. An older worker returns none. */
export async function refreshPinDates ({ signal }: { signal: AbortSignal }): Promise<void> {
  const dates = await askDates({ signal }).catch(() => undefined)
  if (dates != null) {
    pinDates.set(dates)
  }
}
