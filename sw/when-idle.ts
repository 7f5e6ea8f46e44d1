import { delay } from '../src/async/delay.ts'
const LOOK_INTERVAL_MS = 50
/** One answer is often followed at once by the next question. */
const IDLE_FOR_MS = 150
const GIVE_UP_AFTER_MS = 60_000

/**
 * Resolves when nothing has been in use for a moment. An update should begin
 * then: measured in Chromium 156, a worker that is busy when its successor asks
 * to take over is let go only after 30 s without events (5 min with a debugger).
 *
 * @throws when that does not come about in time: whoever asked has gone on
 */
export async function whenIdle (inUse: () => number): Promise<void> {
  let idleMs = 0
  for (let waitedMs = 0; waitedMs < GIVE_UP_AFTER_MS; waitedMs += LOOK_INTERVAL_MS) {
    idleMs = inUse() === 0 ? idleMs + LOOK_INTERVAL_MS : 0
    if (idleMs > IDLE_FOR_MS) {
      return
    }
    await delay(LOOK_INTERVAL_MS)
  }
  throw new Error('still busy')
}
