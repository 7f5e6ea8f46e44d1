import { BASE } from './base.ts'

/** A host that says nothing for so long is away. */
const TIMEOUT_MS = 3000

/** The worker answers so for this file without a network. */
const OFFLINE_STATUS = 204

/**
 * Whether a node that this origin has none of yet is to be a peer of others: yes, unless the place that the page is served from says
 * `"swarm": false` in its `/relay.json`. Where that cannot be asked, as offline, the node stays what it was.
 */
export async function becomesPeer (): Promise<boolean> {
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
    return true // a host without such a file
  }
}
