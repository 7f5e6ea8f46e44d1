import { Store } from '../../lib/reactive/store.ts'

/** Whether file dates are stored with new uploads. Not persistent, because equal bytes get other CIDs with dates. */
export const keepDates = new Store(false)
