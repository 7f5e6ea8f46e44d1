import { appData } from '../../client/node/app-data.ts'
import { BridgeLimitError, BridgeRevokedError } from '../protocol/bridge-errors.ts'
import { GRANT_ROWS, grantKey, grantRow, parseGrant } from './grant.ts'
import type { Grant } from './grant.ts'

/**
 * Name of the BroadcastChannel on which a page of the node announces changed grants to the others, by their origin. A
 * revocation reaches open connections at once.
 */
const CHANNEL = 'swipfs-grants'

/** Returns the grant of an origin; undefined if it has none. */
export async function readGrant (origin: string): Promise<Grant | undefined> {
  const key = grantKey(origin)
  const { values: [value] } = await appData({ get: [key] })
  return parseGrant(key, value)
}

/** Returns all grants, the most recently used first. */
export async function readGrants (): Promise<Grant[]> {
  const { keys } = await appData({ prefix: GRANT_ROWS })
  const { values } = await appData({ get: keys })
  const lastMs = ({ usedMs, grantedMs }: Grant): number => usedMs ?? grantedMs
  return keys.flatMap((key, i) => parseGrant(key, values[i]) ?? []).sort((a, b) => lastMs(b) - lastMs(a))
}

/** Stores a grant, in place of an earlier one of the origin. */
export async function storeGrant (grant: Grant): Promise<void> {
  await exclusively(grant.origin, async () => {
    await appData({ put: [grantRow(grant)] })
  })
  announce(grant.origin)
}

/** Revokes the grant of an origin, for open connections too. */
export async function removeGrant (origin: string): Promise<void> {
  await exclusively(origin, async () => {
    await appData({ remove: [grantKey(origin)] })
  })
  announce(origin)
}

/**
 * Counts calls and stored bytes of a grant.
 *
 * @param used - `bytes` may be negative, for bytes that were reserved and not stored
 * @throws BridgeRevokedError if the grant is no longer there
 * @throws BridgeLimitError if the bytes exceed the grant
 */
export async function countUse (
  { origin, grantedMs }: Pick<Grant, 'origin' | 'grantedMs'>,
  { uses = 0, bytes = 0 }: { uses?: number; bytes?: number }
): Promise<void> {
  await exclusively(origin, async () => {
    const grant = await readGrant(origin)

    if (grant?.grantedMs !== grantedMs) {
      throw new BridgeRevokedError()
    }

    const total = Math.max(0, grant.bytes + bytes)

    if (bytes > 0 && total > grant.scope.maxBytes) {
      const left = Math.max(0, grant.scope.maxBytes - grant.bytes)
      throw new BridgeLimitError(`the call stores ${bytes} bytes, and the grant has ${left} left`)
    }

    await appData({ put: [grantRow({ ...grant, uses: grant.uses + uses, bytes: total, usedMs: Date.now() })] })
  })
}

/**
 * Calls the listener with the origin of each grant that another page of the node has stored or removed.
 *
 * @returns a function that stops it
 */
export function watchGrants (listener: (origin: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') {
      listener(data)
    }
  }
  return () => {
    channel.close()
  }
}

function announce (origin: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(origin)
  channel.close()
}

/** Runs changes of a row one at a time, among all pages of the node: two connections of a site share its counts. */
async function exclusively (origin: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`swipfs-grant ${origin}`, work)
}
