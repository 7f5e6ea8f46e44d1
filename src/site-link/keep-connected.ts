import { PEERS_MARK } from '../client/protocol/peers-mark.ts'
import { keepAlive } from '../client/worker/keep-alive.ts'

/** Interval of looks for peers. In a hidden tab Chromium delays them to one per minute. */
const LOOK_MS = 30_000

let keeps = false

/**
 * Keeps the worker of the home node alive from its frame in a page of a site, while the node has peers. Shares the
 * election of a pinging page with the tabs of the node itself. Idempotent.
 */
export function keepConnected (): void {
  if (keeps) {
    return
  }

  keeps = true
  let letGo: (() => void) | undefined

  const look = async (): Promise<void> => {
    const hasPeers = await caches.has(PEERS_MARK).catch(() => false)

    if (!hasPeers) {
      letGo?.()
      letGo = undefined
    } else {
      letGo ??= keepAlive()
    }
  }

  setInterval(() => void look(), LOOK_MS)
  void look()
}
