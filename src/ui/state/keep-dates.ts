import { Store } from '../lib/store.ts'

/** Whether the dates of files go along with what is added from now on. Not beyond this visit: the same bytes get other CIDs by it. */
export const keepDates = new Store(false)
