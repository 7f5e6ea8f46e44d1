import { timeLimit } from '../../async/signals/time-limit.ts'
import { delay } from '../../async/timers/delay.ts'
import type { ProvideCounts } from '../../net/provide-counts.ts'
import { provideSettings } from '../../net/provide-settings.ts'
import type { ProvideTarget } from '../../net/provide-target.ts'
import { putProviders } from '../../retrieval/routers/put-providers.ts'
import type { Dht } from '../../swarm/dht.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import { getDht, usesDht } from '../../swarm/routing/get-dht.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import { Providing } from '../providing/providing.ts'

/** Keys per request to a router (Kubo `config.HTTPRouterParams`, `MaxProvideBatchSize`). */
const MAX_KEYS = 100

/**
 * Keys that are provided to the DHT concurrently, if `Provide.DHT.MaxWorkers` allows more: each takes a walk of its
 * own.
 */
const MAX_WALKS = 8

/** Limits the wait for the first address: a relay reservation takes some seconds after the start. */
const ADDRESS_MS = 10_000
const LOOK_MS = 250

/**
 * Announces the node's keys to the routers in `Routing.Methods`, to those of its own network, and to the DHT if
 * `Routing.Type` includes it.
 */
export function announceToNetwork (node: Omit<IpfsNode, 'providing'>): Providing {
  const { identity: { privateKey, peerId }, routing, config, net } = node
  const routers = (): string[] => routing?.provideRouters() ?? []

  return new Providing(node, {
    isOn: () => routers().length > 0 || (usesDht(node) && node.swarm.opened?.dht?.mayProvide === true),
    mayCome: () => usesDht(node),

    targets: async () => {
      const addresses = await addressesOf(node.swarm)
      const dht = await getDht(node, timeLimit(ADDRESS_MS)).catch(() => undefined)

      return [
        ...routers().map((url): ProvideTarget => ({
          title: url,
          maxKeys: MAX_KEYS,
          provide: async (cids, { signal }) => {
            await putProviders(url, cids, {
              privateKey,
              peerId: peerId.toString(),
              addresses,
              signal,
              userAgent: routing?.userAgent
            })
          }
        })),
        ...dht?.mayProvide === true
          ? [dhtTarget(dht, net.provided, Math.min(provideSettings(config).maxWorkers, MAX_WALKS))]
          : []
      ]
    }
  })
}

function dhtTarget (dht: Dht, counts: ProvideCounts, maxKeys: number): ProvideTarget {
  return {
    title: 'dht',
    maxKeys: Math.max(maxKeys, 1),

    provide: async (cids, options) => {
      const outcomes = await Promise.allSettled(cids.map(async (cid) => {
        counts.walks++
        counts.records += await dht.provide(cid, options).finally(() => {
          counts.walks--
        })
      }))

      const failed = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
      counts.failed += failed.length
      counts.keys += cids.length - failed.length

      // A key that no peer accepts must not hold back the others.
      if (cids.length > 0 && failed.length === cids.length) {
        throw failed[0].reason
      }
    }
  }
}

/** Returns the addresses of the node; an empty list if it has none for `ADDRESS_MS`. */
async function addressesOf (lazy: LazySwarm | undefined): Promise<readonly string[]> {
  const swarm = await lazy?.get()

  for (let waited = 0; swarm?.addresses().length === 0 && waited < ADDRESS_MS; waited += LOOK_MS) {
    await delay(LOOK_MS)
  }

  return swarm?.addresses() ?? []
}
