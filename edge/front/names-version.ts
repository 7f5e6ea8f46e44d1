import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../src/async/promises/if-found.ts'

const KEY = new Key('/local/edge-names')

/** A text that changes when the node publishes a name, kept across restarts. */
export class NamesVersion {
  readonly #datastore: Datastore
  #current: string

  private constructor (datastore: Datastore, current: string) {
    this.#datastore = datastore
    this.#current = current
  }

  static async open (datastore: Datastore): Promise<NamesVersion> {
    const kept = await ifFound(async () => await datastore.get(KEY))
    return new NamesVersion(datastore, kept == null ? '' : new TextDecoder().decode(kept))
  }

  get current (): string {
    return this.#current
  }

  async change (): Promise<void> {
    this.#current = crypto.randomUUID()
    await this.#datastore.put(KEY, new TextEncoder().encode(this.#current))
  }
}
