import { isError } from '../../errors/define-error.ts'
import type { Dht, DhtOptions } from '../dht.ts'
import { EmptyTableError } from '../swarm-errors.ts'

/**
 * Yields the values that DHT servers have for a key, as they arrive. They are not verified. Yields nothing if the node
 * has no DHT, or does not know a server yet.
 *
 * @throws the signal's reason
 */
export async function* dhtValues (
  dht: Pick<Dht, 'findValues'> | undefined,
  key: Uint8Array,
  options: DhtOptions
): AsyncGenerator<Uint8Array> {
  try {
    yield* dht?.findValues(key, options) ?? []
  } catch (err) {
    if (!isError(err, EmptyTableError)) {
      throw err
    }
  }
}
