import { node } from '../../client/node.ts'
import { findProviders } from '../../network/state/find-providers.ts'
import type { Announced } from '../lib/reach-words.ts'

/** Limits of the lookup: number of providers, and timeout. */
export const ANNOUNCED = { most: 5, timeout: '20s' } as const

/**
 * Looks up the providers of a content, with small limits.
 *
 * @throws see `findProviders`
 */
export async function askAnnounced (cid: string, { signal }: { signal: AbortSignal }): Promise<Announced> {
  const { peers } = await findProviders(cid, { signal, ...ANNOUNCED })
  const ids = new Set(peers.map(({ id }) => id))
  const self = ids.delete(node.value.peerId ?? '')
  return { self, others: ids.size }
}
