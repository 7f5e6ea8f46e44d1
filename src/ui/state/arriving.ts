import { together } from '../lib/picked.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import type { Reading } from '../lib/reading.ts'
import { seldom } from '../lib/seldom.ts'
import { Store } from '../lib/store.ts'
import { take } from './cars.ts'
import { upload } from './uploads.ts'

export interface ArrivingState {
  /** how many files were found so far, while what was dropped is looked through */
  found?: number
  problem?: PlainError
  /** all that comes at once goes into one folder */
  together: boolean
}

/** Files are found faster than anyone can see. */
const SHOW_FOUND_EACH_MS = 100

/** What comes in to be kept, wherever in the page it was dropped or pasted, until it is an upload. */
export const arriving = new Store<ArrivingState>({ together: false })

let reading: AbortController | undefined

/** Takes what a person dropped, pasted or picked, as they want it. What is dropped is there during its event alone: `read` is called at once. */
export async function arrive (read: Reading): Promise<void> {
  const { signal } = reading = new AbortController()
  const onCount = seldom(SHOW_FOUND_EACH_MS, (found: number) => { arriving.patch({ found }) })
  arriving.patch({ found: undefined, problem: undefined })

  try {
    const picked = await read({ onCount, signal })
    if (picked.length > 0 && arriving.value.together) upload([together(picked)])
    else take(picked)
  } catch (err) {
    if (!isAbort(err)) arriving.patch({ problem: plainError(err) })
  } finally {
    arriving.patch({ found: undefined })
  }
}

export function stopArriving (): void {
  reading?.abort()
}
