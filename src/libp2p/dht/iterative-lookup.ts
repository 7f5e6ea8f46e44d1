import { timeLimit } from '../../async/signals/time-limit.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { compareDistance } from '../../net/kad-id.ts'
import type { KadPeer } from './kad-peer.ts'
import { BUCKET_PEERS } from './routing-table.ts'

/**
 * Concurrent requests, and nearest peers that must have answered at the end (go-libp2p-kad-dht `amino/defaults.go`).
 */
const ALPHA = 10
const BETA = 3

/** Limits of a walk, against peers that name ever nearer peers that do not exist. */
const WALK_MS = 60_000
const MAX_ASKED = 400
const MAX_KNOWN = 1000

export interface IterativeLookupInit {
  /** position to approach */
  target: Uint8Array
  seeds: readonly KadPeer[]
  /**
   * Queries a peer.
   *
   * @returns the peers that it names
   * @throws if it does not answer
   */
  ask: (peer: KadPeer, signal: AbortSignal) => Promise<readonly KadPeer[]>
  /** whether the result was found */
  isEnough?: () => boolean
  signal: AbortSignal
  /** time after which the walk ends with the peers that it has found; default: 1 minute */
  maxMs?: number
}

interface Step {
  peer: KadPeer
  state: 'heard' | 'waiting' | 'answered' | 'away'
}

/**
 * Iterative lookup: queries peers for nearer peers until the nearest have answered, then those of the nearest 20 that
 * were not queried yet (go-libp2p-kad-dht `query.go`, `runLookupWithFollowup`). Peers that do not answer count as
 * unreachable. Unlike go-libp2p-kad-dht, the next nearest take the place of those.
 *
 * @returns the nearest reachable peers, nearest first, and whether the walk ended by itself
 * @throws the signal's reason
 */
export async function iterativeLookup (
  { target, seeds, ask, isEnough = () => false, signal, maxMs = WALK_MS }: IterativeLookupInit
): Promise<{ nearest: KadPeer[]; isComplete: boolean }> {
  const ending = new AbortController()
  const limit = timeLimit(maxMs)
  const all = AbortSignal.any([signal, ending.signal, limit])
  const known = new Set<string>()
  const running = new Set<Promise<void>>()
  /** steps, nearest first */
  const steps: Step[] = []
  let asked = 0

  const hear = (peers: readonly KadPeer[]): void => {
    for (const peer of peers) {
      if (known.size < MAX_KNOWN && !known.has(peer.id)) {
        known.add(peer.id)
        steps.splice(placeOf(peer), 0, { peer, state: 'heard' })
      }
    }
  }

  const placeOf = (peer: KadPeer): number => {
    const i = steps.findIndex((step) => compareDistance(target, peer.kadId, step.peer.kadId) < 0)
    return i === -1 ? steps.length : i
  }

  const nearest = (count: number): Step[] => steps.filter(({ state }) => state !== 'away').slice(0, count)

  const begin = (step: Step, goesOn: boolean): void => {
    step.state = 'waiting'
    asked++

    // A signal per request: many listeners on one signal are slow, and Node reports them as a leak.
    const mine = AbortSignal.any([all])

    const asking = unlessAborted(ask(step.peer, mine), mine).then((peers) => {
      step.state = 'answered'
      hear(goesOn ? peers : [])
    }, () => {
      // The end of the walk says nothing about the peer.
      step.state = all.aborted ? 'heard' : 'away'
    }).finally(() => {
      running.delete(asking)
    })

    running.add(asking)
  }

  const isOver = (): boolean => all.aborted || isEnough()

  try {
    hear(seeds)

    while (!isOver() && nearest(BETA).some(({ state }) => state !== 'answered')) {
      const next = asked < MAX_ASKED
        ? steps.filter(({ state }) => state === 'heard').slice(0, ALPHA - running.size)
        : []
      next.forEach((step) => {
        begin(step, true)
      })

      if (running.size === 0) {
        break
      }

      await Promise.race(running)
    }

    // Dead peers that servers still name make room for the next, so that records reach servers that answer.
    while (!isOver()) {
      const last = nearest(BUCKET_PEERS)
      last.filter(({ state }) => state === 'heard').slice(0, Math.max(0, MAX_ASKED - asked)).forEach((step) => {
        begin(step, false)
      })

      if (last.every(({ state }) => state !== 'waiting')) {
        break
      }

      await Promise.race(running)
    }

    signal.throwIfAborted()
    return { nearest: nearest(BUCKET_PEERS).map(({ peer }) => peer), isComplete: !all.aborted }
  } finally {
    ending.abort(new DOMException('the walk is over', 'AbortError'))
  }
}
