import { delay } from '../../src/async/timers/delay.ts'
import type { LazyNode } from './lazy-node.ts'

const POLL_MS = 50
/** Idle time that is required: one answer is often followed by the next request, with a delay on a busy machine. */
const IDLE_FOR_MS = 600
const GIVE_UP_AFTER_MS = 60_000

/**
 * Resolves when the node has been idle for a moment, which is the time to begin an update. If a worker gets a request
 * while its successor takes over, Chromium releases it only after 30 s without events (5 min with a debugger).
 *
 * @throws if that takes too long: the caller has given up by then
 */
export async function waitUntilIdle (node: Pick<LazyNode, 'inUse' | 'uses'>): Promise<void> {
  let idleMs = 0
  let uses = node.uses
  for (let waitedMs = 0; waitedMs < GIVE_UP_AFTER_MS; waitedMs += POLL_MS) {
    // A use that ended between two checks counts too.
    idleMs = node.inUse === 0 && node.uses === uses ? idleMs + POLL_MS : 0
    uses = node.uses
    if (idleMs > IDLE_FOR_MS) {
      return
    }
    await delay(POLL_MS)
  }
  throw new Error('the node is still busy')
}
