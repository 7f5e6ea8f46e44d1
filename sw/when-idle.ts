import { delay } from '../src/async/delay.ts'
import type { LazyNode } from './lazy-node.ts'

const LOOK_INTERVAL_MS = 50
/** One answer is often followed by the next question; on a busy machine not at once. */
const IDLE_FOR_MS = 600
const GIVE_UP_AFTER_MS = 60_000

/**
 * Resolves when nobody has used the node for a moment. An update should begin
 * then: measured in Chromium 156, a worker that gets a request while its successor
 * asks to take over is let go only after 30 s without events (5 min with a debugger).
 *
 * @throws when that does not come about in time: whoever asked has gone on
 */
export async function whenIdle (node: Pick<LazyNode, 'inUse' | 'uses'>): Promise<void> {
  let idleMs = 0
  let uses = node.uses
  for (let waitedMs = 0; waitedMs < GIVE_UP_AFTER_MS; waitedMs += LOOK_INTERVAL_MS) {
    // a use that is over at the next look has been one
    idleMs = node.inUse === 0 && node.uses === uses ? idleMs + LOOK_INTERVAL_MS : 0
    uses = node.uses
    if (idleMs > IDLE_FOR_MS) {
      return
    }
    await delay(LOOK_INTERVAL_MS)
  }
  throw new Error('still busy')
}
