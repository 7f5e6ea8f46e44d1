import { timeLimit } from '../../async/signals/time-limit.ts'
import type { RecordPlace } from '../../names/routing/record-place.ts'
import type { LazySwarm } from '../lazy-swarm.ts'

/** The timeout for the first record of a name. Peers that follow the name send theirs at once. */
const FIND_MS = 10_000

/** Returns IPNS over pubsub as a record place. Starts the swarm if necessary. */
export function pubsubPlace (swarm: LazySwarm): RecordPlace {
  return {
    title: 'pubsub',
    isDelegated: false,

    // Its records are in memory, and are lost when the swarm stops.
    hasLost: (name) => swarm.opened?.namePubsub?.hasRecord(name) === false,

    find: async (name, { signal, atOnce }) => {
      const { namePubsub } = await swarm.get(signal)
      return await namePubsub?.find(name, {
        signal: atOnce === true ? AbortSignal.abort() : timeLimit(FIND_MS, signal)
      })
    },

    put: async (name, record, { signal }) => {
      const { namePubsub } = await swarm.get(signal)

      if (namePubsub == null) {
        throw new Error('Ipns.UsePubsub takes effect at the next start of the node')
      }

      await namePubsub.put(name, record)
    }
  }
}
