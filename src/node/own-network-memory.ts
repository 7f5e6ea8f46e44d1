import { Key } from 'interface-datastore'
import { ifFound } from '../async/if-found.ts'
import type { IpfsNode } from './ipfs-node.ts'
import type { Service, ServiceContext } from './services.ts'

const MEMORY_KEY = new Key('/provider/network')

type Teller = Pick<IpfsNode, 'datastore' | 'keys'> & { names: Pick<IpfsNode['names'], 'lost'>, providing?: Pick<NonNullable<IpfsNode['providing']>, 'lost'> }

/**
 * A router of the node's own network (`OwnNetwork`) keeps in memory what it is told. One that was started anew, or that the node has not met before, is told everything: without that it would
 * know what comes from then on, and the rest when the next round is due, a day later.
 */
export class OwnNetworkMemory implements Service {
  readonly name = 'own-network'
  readonly #node: Teller
  readonly #memory: () => Promise<string | undefined>

  /** @param memory - which one it has in this life of the node; undefined for none, or one that nobody tells from others */
  constructor (node: Teller, memory: () => Promise<string | undefined>) {
    this.#node = node
    this.#memory = memory
  }

  async start ({ background }: ServiceContext): Promise<void> {
    // what it throws is told by the services; the next life looks again
    background(async () => { await this.#look() }).catch(() => {})
  }

  async #look (): Promise<void> {
    const { datastore, names, keys, providing } = this.#node
    const memory = await this.#memory()
    const before = await ifFound(async () => await datastore.get(MEMORY_KEY))

    if (memory == null || (before != null && new TextDecoder().decode(before) === memory)) {
      return
    }

    // that it is due is kept before it counts as known, so that no kill comes between
    await providing?.lost()
    await names.lost(await keys.privateKeys())
    await datastore.put(MEMORY_KEY, new TextEncoder().encode(memory))
  }
}
