import { BASE } from '../protocol/base.ts'

/** Timeout after which the host counts as unreachable. */
const TIMEOUT_MS = 3000

/** Status with which the worker answers for this file offline. */
const OFFLINE_STATUS = 204

/**
 * Returns whether a new node of this origin should be a peer: yes, unless the `/relay.json` of the deployment contains
 * `"swarm": false`. If that cannot be read, for example offline, the node stays as it was.
 */
export async function shouldJoinSwarm (): Promise<boolean> {
  let text: string

  try {
    const response = await fetch(`${BASE}relay.json`, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })

    if (response.status === OFFLINE_STATUS) {
      throw new Error('there is no network')
    }

    text = await response.text()
  } catch {
    const present = await navigator.serviceWorker.getRegistration(BASE).catch(() => undefined)
    return present?.active == null || new URL(present.active.scriptURL).searchParams.get('swarm') === 'on'
  }

  try {
    return (JSON.parse(text) as { swarm?: unknown } | null)?.swarm !== false
  } catch {
    return true // host without such a file
  }
}
