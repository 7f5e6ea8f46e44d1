import { rpc } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { peers } from '../../network/state/peers.ts'

/** Bytes received and sent since the worker started. */
export interface Moved {
  received: number
  sent: number
}

export interface TrafficState {
  /** undefined if nothing is counted */
  total?: Moved
  byPeer: ReadonlyMap<string, Moved>
}

export const traffic = new Store<TrafficState>({ byPeer: new Map() })

const LOOK_MS = 5000
/** Limit of peers per poll, because each is a request of its own. */
const MAX_ASKED = 20

interface Bandwidth {
  TotalIn: number
  TotalOut: number
}

/**
 * Follows the traffic. A node that does not count it is asked once.
 *
 * @returns a function that stops it
 */
export function followTraffic (): () => void {
  let gone = false

  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible') {
      const total = await moved()

      if (total == null) {
        traffic.set({ byPeer: new Map() })
        return
      }

      const ids = [...new Set(peers.value.peers.map(({ id }) => id))].slice(0, MAX_ASKED)
      const each = await Promise.all(ids.map(async (id) => [id, await moved(id)] as const))
      traffic.set({ total, byPeer: new Map(each.filter((entry): entry is [string, Moved] => entry[1] != null)) })
    }

    if (!gone) {
      timer = setTimeout(() => {
        void look()
      }, LOOK_MS)
    }
  }

  let timer = setTimeout(() => {
    void look()
  }, 0)
  return () => {
    gone = true
    clearTimeout(timer)
  }
}

async function moved (peer?: string): Promise<Moved | undefined> {
  const stats = await rpc<Bandwidth>('stats/bw', { options: { peer } }).catch(() => undefined)
  return stats == null ? undefined : { received: stats.TotalIn, sent: stats.TotalOut }
}
