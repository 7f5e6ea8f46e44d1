import { isPeerWorker } from './is-peer-worker.ts'

/** A host that says nothing for so long has none. */
const TIMEOUT_MS = 3000

/** Whether the place that the page is served from has a relay by which its visitors find each other: the node is a peer then. */
export async function hasRelay (): Promise<boolean> {
  try {
    const { relays } = await (await fetch('/relay.json', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })).json() as { relays?: unknown }
    return Array.isArray(relays) && relays.length > 0
  } catch {
    // offline, the node stays what it was
    return isPeerWorker()
  }
}
