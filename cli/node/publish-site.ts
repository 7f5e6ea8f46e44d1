import { timeLimit } from '../../src/async/signals/time-limit.ts'
import { callAll, callOne, RpcFailure } from './rpc-target.ts'
import type { RpcTarget } from './rpc-target.ts'

/** Time in which a gateway must find a site, or a router a provider. */
const FIND_MS = 30_000

/** Number of providers that are looked for. */
const MAX_PROVIDERS = 5

/** A place that was asked for a site. */
export interface Place {
  place: string
  has: boolean
  /** how that is known, or why it is not */
  how: string
}

/** Returns the ID of a key, which is created if it does not exist. */
export async function keyId (target: RpcTarget, name: string): Promise<string> {
  const { Keys } = await callOne<{ Keys: Array<{ Name: string; Id: string }> }>(target, 'key/list')
  const found = Keys.find((key) => key.Name === name)
  return found?.Id ?? (await callOne<{ Id: string }>(target, 'key/gen', [['arg', name], ['type', 'ed25519']])).Id
}

/** Returns whether the node itself has pinned a site. */
export async function pinnedPlace (target: RpcTarget, cid: string): Promise<Place> {
  try {
    await callOne(target, 'pin/ls', [['arg', cid], ['type', 'recursive']])
    return { place: target.place, has: true, how: 'pinned' }
  } catch (err) {
    if (err instanceof RpcFailure) {
      return { place: target.place, has: false, how: err.message }
    }
    throw err
  }
}

/** Returns the other nodes that announce a site. A node that is offline knows none. */
export async function announcedPlaces (target: RpcTarget, cid: string, ownId: string): Promise<Place[]> {
  const providers = await callAll<{ Type: number; Responses?: Array<{ ID: string }> | null }>(
    target,
    'routing/findprovs',
    [
      ['arg', cid],
      ['num-providers', String(MAX_PROVIDERS)],
      ['timeout', `${FIND_MS}ms`]
    ]
  ).catch((err: unknown) => {
    if (err instanceof RpcFailure) {
      return []
    }
    throw err
  })
  const ids = providers.filter(({ Type }) => Type === PROVIDER).flatMap(({ Responses }) => Responses ?? []).map((
    { ID }
  ) => ID)
  return [...new Set(ids)].filter((id) => id !== ownId).map((id) => ({ place: id, has: true, how: 'announces it' }))
}

/** The event of a found provider (go-libp2p `routing.Provider`). */
const PROVIDER = 4

/** Asks a gateway for a site. */
export async function gatewayPlace (url: string, signal: AbortSignal): Promise<Place> {
  const place = new URL(url).host

  try {
    // Gateways lead `localhost` to its subdomains, which browsers resolve and Node.js does not.
    const asked = url.replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1')
    const { status, ok } = await fetch(asked, { method: 'HEAD', signal: timeLimit(FIND_MS, signal) })
    return { place, has: ok, how: ok ? 'serves it' : `status ${status}` }
  } catch (err) {
    signal.throwIfAborted()
    return { place, has: false, how: (err as Error).name === 'TimeoutError' ? 'no answer in 30 s' : 'not reachable' }
  }
}
