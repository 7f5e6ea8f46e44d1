import { equals } from 'multiformats/bytes'
import { timeLimit } from '../async/time-limit.ts'
import type { RecordPlace } from '../names/record-place.ts'
import type { LazySwarm } from './lazy-swarm.ts'

/** So long a record of a name is waited for of which nobody has told yet; peers that follow it say at once what they have. */
const FIND_MS = 10_000

/** The topics of names as a place of their records; a swarm that does not run yet is started. */
export function pubsubPlace (swarm: LazySwarm): RecordPlace {
  return {
    title: 'pubsub',
    isDelegated: false,

    // what it is told is in memory, for one life of the swarm
    hasLost: (name) => swarm.opened?.namePubsub?.names().some((followed) => equals(followed.bytes, name.bytes)) === false,

    find: async (name, { signal, atOnce }) => {
      const { namePubsub } = await swarm.get(signal)
      return await namePubsub?.find(name, { signal: atOnce === true ? AbortSignal.abort() : timeLimit(FIND_MS, signal) })
    },

    put: async (name, record, { signal }) => {
      const { namePubsub } = await swarm.get(signal)

      if (namePubsub == null) {
        throw new Error('Ipns.UsePubsub counts from the next start of the node on')
      }

      await namePubsub.put(name, record)
    }
  }
}
