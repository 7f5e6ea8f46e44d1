import { delay } from '../async/delay.ts'
import { putProviders } from '../retrieval/put-providers.ts'
import type { LazySwarm } from '../swarm/lazy-swarm.ts'
import type { IpfsNode } from './ipfs-node.ts'
import { Providing } from './providing.ts'

/** Keys of one request (Kubo `config.HTTPRouterParams`, `MaxProvideBatchSize`). */
const MAX_KEYS = 100

/** A place at a relay comes some seconds behind the start, and with it the first address. */
const ADDRESS_MS = 10_000
const LOOK_MS = 250

/** Announces what the node has to the routers that `Routing.Methods` has for that, and to those of its own network. */
export function announceToRouters (node: Omit<IpfsNode, 'providing'>): Providing {
  const { identity: { privateKey, peerId }, routing } = node
  const routers = (): string[] => routing?.told() ?? []

  return new Providing(node, {
    isOn: () => routers().length > 0,

    targets: async () => {
      const addresses = await addressesOf(node.swarm)
      return routers().map((url) => ({ title: url, maxKeys: MAX_KEYS, provide: async (cids, { signal }) => { await putProviders(url, cids, { privateKey, peerId: peerId.toString(), addresses, signal }) } }))
    }
  })
}

/** Where the node is reached; none where it is reached nowhere for a while. */
async function addressesOf (lazy: LazySwarm | undefined): Promise<readonly string[]> {
  const swarm = await lazy?.get()

  for (let waited = 0; swarm?.addresses().length === 0 && waited < ADDRESS_MS; waited += LOOK_MS) {
    await delay(LOOK_MS)
  }

  return swarm?.addresses() ?? []
}
