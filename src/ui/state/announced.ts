import type { Announced } from '../lib/reach-words.ts'
import { findProviders } from './find-providers.ts'
import { node } from './node.ts'

/** As many need be known, and so long is waited for them. */
export const ANNOUNCED = { most: 5, timeout: '20s' } as const

/** Asks the network who has a content: more than a few need not be known, and nobody waits for long. @throws as `findProviders` does */
export async function askAnnounced (cid: string, { signal }: { signal: AbortSignal }): Promise<Announced> {
  const { peers } = await findProviders(cid, { signal, ...ANNOUNCED })
  const ids = new Set(peers.map(({ id }) => id))
  const self = ids.delete(node.value.peerId ?? '')
  return { self, others: ids.size }
}
