import { pinDates as askDates } from '../../client/index.ts'
import { Store } from '../lib/store.ts'

/** Since when pins are kept, by CID; of those of before that was kept it is not known. */
export const pinDates = new Store<ReadonlyMap<string, Date>>(new Map())

/** Reads them anew. A worker of before says nothing: then none are known. */
export async function refreshPinDates ({ signal }: { signal: AbortSignal }): Promise<void> {
  const dates = await askDates({ signal }).catch(() => undefined)
  if (dates != null) pinDates.set(dates)
}
