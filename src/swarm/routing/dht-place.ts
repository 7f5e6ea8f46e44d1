import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { isNewer } from '../../names/record/check-record.ts'
import type { RecordPlace } from '../../names/routing/record-place.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import { isValidRecord } from '../pubsub/is-valid-record.ts'
import { dhtValues } from './dht-values.ts'

const ROUTING_KEY_PREFIX = new TextEncoder().encode('/ipns/')

/** Returns the DHT as a record place. Starts the swarm if necessary. Skips records that are invalid or have expired. */
export function dhtPlace (swarm: LazySwarm): RecordPlace {
  return {
    title: 'dht',
    isDelegated: false,
    isLonely: () => (swarm.opened?.connections() ?? []).length === 0,

    find: async (name, { signal, count = Infinity, onRecord = () => {} }) => {
      const { dht } = await swarm.get(signal)
      let best: Uint8Array | undefined
      let valid = 0

      for await (const record of dhtValues(dht, recordKey(name), { signal })) {
        if (best != null && equals(record, best)) {
          valid++
        } else if (await isValidRecord(name, record)) {
          valid++

          if (best == null || isNewer(record, best)) {
            best = record
            onRecord(record)
          }
        }

        if (valid >= count) {
          break
        }
      }

      return best
    },

    put: async (name, record, { signal }) => {
      const { dht } = await swarm.get(signal)

      if (dht == null) {
        throw new Error('Routing.Type takes effect at the next start of the node')
      }

      await dht.putValue(recordKey(name), record, { signal })
    }
  }
}

/** Returns the routing key of a name (specs.ipfs.tech/ipns/ipns-record, "Routing Record"). */
function recordKey (name: MultihashDigest): Uint8Array {
  return concatBytes([ROUTING_KEY_PREFIX, name.bytes])
}
