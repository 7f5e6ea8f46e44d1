import { delay } from '../../async/timers/delay.ts'
/**
 * A browser drops what a page has not read yet when a worker's stream breaks (seen in Chromium), so the last bytes get
 * this long to arrive.
 */
const DRAIN_MS = 100

/** To be awaited between the last bytes of a body and its break. */
export async function drained (): Promise<void> {
  await delay(DRAIN_MS)
}
