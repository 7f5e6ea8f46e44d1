import { seldom } from '../../lib/reactive/seldom.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { together } from '../lib/picked.ts'
import type { Reading } from '../lib/reading.ts'
import { take } from './cars.ts'
import { upload } from './uploads.ts'

export interface ArrivingState {
  /** number of files found so far, while a drop is read */
  found?: number
  problem?: PlainError
  /** whether all items of a drop go into one folder */
  together: boolean
}

/** Interval of updates: files are found faster than the display needs. */
const SHOW_FOUND_EACH_MS = 100

/** Items that were dropped or pasted anywhere on the page, until they become uploads. */
export const arriving = new Store<ArrivingState>({ together: false })

let reading: AbortController | undefined

/**
 * Handles dropped, pasted or picked items with the chosen options. A drop's data exists only during its event, so
 * `read` is called at once.
 */
export async function arrive (read: Reading): Promise<void> {
  const { signal } = reading = new AbortController()
  const onCount = seldom(SHOW_FOUND_EACH_MS, (found: number) => {
    arriving.patch({ found })
  })
  arriving.patch({ found: undefined, problem: undefined })

  try {
    const picked = await read({ onCount, signal })
    if (picked.length > 0 && arriving.value.together) {
      upload([together(picked)])
    } else {
      take(picked)
    }
  } catch (err) {
    if (!isAbort(err)) {
      arriving.patch({ problem: plainError(err) })
    }
  } finally {
    arriving.patch({ found: undefined })
  }
}

export function stopArriving (): void {
  reading?.abort()
}
