import type { Dht, DhtOptions } from './dht.ts'
import { EmptyTableError } from './swarm-errors.ts'

/**
 * What servers of a DHT have for a key, of each its own, as it comes: not to be believed. Nothing where the node has no DHT, or knows no server of it
 * yet.
 *
 * @throws the signal's reason
 */
export async function * knownValues (dht: Pick<Dht, 'findValues'> | undefined, key: Uint8Array, options: DhtOptions): AsyncGenerator<Uint8Array> {
  try {
    yield * dht?.findValues(key, options) ?? []
  } catch (err) {
    if ((err as Error).name !== EmptyTableError.name) {
      throw err
    }
  }
}
