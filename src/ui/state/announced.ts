import { rpcStream } from '../../client/index.ts'
import type { Announced } from '../lib/reach-words.ts'
import { node } from './node.ts'

/** More need not be known. */
const PROVIDERS = 5
const TIMEOUT = '20s'
const TYPE_PROVIDER = 4

/** Asks the network who has a content. @throws as `rpcStream` does */
export async function askAnnounced (cid: string, { signal }: { signal: AbortSignal }): Promise<Announced> {
  const ids = new Set<string>()

  for await (const { Type, Responses } of rpcStream<{ Type: number, Responses: Array<{ ID: string }> | null }>('routing/findprovs', { args: [cid], options: { 'num-providers': PROVIDERS, timeout: TIMEOUT }, signal })) {
    if (Type === TYPE_PROVIDER) Responses?.forEach(({ ID }) => { ids.add(ID) })
  }

  const self = ids.delete(node.value.peerId ?? '')
  return { self, others: ids.size }
}
