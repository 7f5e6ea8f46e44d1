import type { IpfsNode } from '../node/ipfs-node.ts'
import { Providing } from '../node/providing.ts'
import { mayAskHttp } from '../retrieval/may-ask-http.ts'
import { putProviders } from '../retrieval/put-providers.ts'
import { routersOf } from '../retrieval/routers-of.ts'

/** Keys of one request (Kubo `config.HTTPRouterParams`, `MaxProvideBatchSize`). */
const MAX_KEYS = 100

/** Announces what the node has to the routers that `Routing.Methods` has for that. */
export function providingInNode (node: Pick<IpfsNode, 'identity' | 'config' | 'swarm' | 'blockstore' | 'pins' | 'mfs' | 'datastore' | 'logs'>): Providing {
  const { identity: { privateKey, peerId }, config, swarm } = node
  const routers = (): string[] => mayAskHttp(config) ? routersOf(config, { auto: false, use: 'provide' }) : []

  return new Providing(node, {
    isOn: () => routers().length > 0,

    targets: async () => {
      const addresses = (await swarm?.get())?.addresses() ?? []
      return routers().map((url) => ({ title: url, maxKeys: MAX_KEYS, provide: async (cids, { signal }) => { await putProviders(url, cids, { privateKey, peerId: peerId.toString(), addresses, signal }) } }))
    }
  })
}
