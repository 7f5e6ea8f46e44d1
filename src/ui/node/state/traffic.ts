import { rpc } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { peers } from '../../network/state/peers.ts'
import type { TrafficSample } from '../lib/traffic-rates.ts'

/** Bytes received and sent since the worker started. */
export interface Moved {
  received: number
  sent: number
}

export interface TrafficState {
  /** undefined if nothing is counted */
  total?: Moved
  byPeer: ReadonlyMap<string, Moved>
  /** recent totals, oldest first */
  samples: readonly TrafficSample[]
}

const NOTHING: TrafficState = { byPeer: new Map(), samples: [] }

export const traffic = new Store<TrafficState>(NOTHING)

/** Interval of requests: alternately for the total, and for one of the peers. */
const TURN_MS = 1000
/** Limit of peers that are asked about in turn. */
const MAX_ASKED = 20
/** Number of totals that are remembered: two minutes. */
export const MAX_SAMPLES = 60

interface Bandwidth {
  TotalIn: number
  TotalOut: number
}

/**
 * Follows the traffic, with one request per second while the page is visible. Stops at once if the node does not count
 * it.
 *
 * @returns a function that stops it
 */
export function followTraffic (): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false
  let turn = 0

  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible' && !await (turn++ % 2 === 0 ? readTotal() : readNextPeer(turn))) {
      return
    }
    if (!isGone) {
      timer = setTimeout(() => {
        void look()
      }, TURN_MS)
    }
  }

  traffic.set(NOTHING)
  void look()
  return () => {
    isGone = true
    clearTimeout(timer)
  }
}

/** @returns whether the node counts its traffic */
async function readTotal (): Promise<boolean> {
  const total = await moved()
  if (total == null) {
    traffic.set(NOTHING)
    return false
  }
  const { samples } = traffic.value
  traffic.patch({ total, samples: [...samples, { ...total, atMs: performance.now() }].slice(-MAX_SAMPLES) })
  return true
}

async function readNextPeer (turn: number): Promise<boolean> {
  const ids = [...new Set(peers.value.peers.map(({ id }) => id))].slice(0, MAX_ASKED)
  const id = ids.length === 0 ? undefined : ids[Math.floor(turn / 2) % ids.length]
  const its = id == null ? undefined : await moved(id)
  if (id != null && its != null) {
    const { byPeer } = traffic.value
    traffic.patch({ byPeer: new Map([...byPeer].filter(([one]) => ids.includes(one))).set(id, its) })
  }
  return true
}

async function moved (peer?: string): Promise<Moved | undefined> {
  const stats = await rpc<Bandwidth>('stats/bw', { options: { peer } }).catch(() => undefined)
  return stats == null ? undefined : { received: stats.TotalIn, sent: stats.TotalOut }
}
