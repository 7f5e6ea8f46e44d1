import { Key } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'

const MEMORY_KEY = new Key('/provider/network')

type Teller = Pick<IpfsNode, 'datastore' | 'keys'> & {
  names: Pick<IpfsNode['names'], 'lost'>
  providing?: Pick<NonNullable<IpfsNode['providing']>, 'lost'>
}

/**
 * Announces everything again if a router of the node's own network (`OwnNetwork`) has restarted, or is new to the node.
 * Such a router keeps provider and name records in memory. Without this it would miss older records until the next
 * round, a day later.
 */
export class OwnNetworkAnnouncer implements Service {
  readonly name = 'own-network'
  readonly #node: Teller
  readonly #memory: () => Promise<string | undefined>

  /**
   * Creates the service.
   *
   * @param memory - returns the ID of the router's memory in this run; undefined if there is none, or the router has no
   *   ID
   */
  constructor (node: Teller, memory: () => Promise<string | undefined>) {
    this.#node = node
    this.#memory = memory
  }

  async start ({ background }: ServiceContext): Promise<void> {
    // `Services.list` reports errors; the next run checks again.
    background(async () => {
      await this.#look()
    }).catch(() => {})
  }

  async #look (): Promise<void> {
    const { datastore, names, keys, providing } = this.#node
    const memory = await this.#memory()
    const before = await ifFound(async () => await datastore.get(MEMORY_KEY))

    if (memory == null || (before != null && new TextDecoder().decode(before) === memory)) {
      return
    }

    // Mark the rounds as due before saving the ID, so that a crash between them loses nothing.
    await providing?.lost()
    await names.lost(await keys.privateKeys())
    await datastore.put(MEMORY_KEY, new TextEncoder().encode(memory))
  }
}
