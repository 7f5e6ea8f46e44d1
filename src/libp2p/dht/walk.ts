import { timeLimit } from '../../async/time-limit.ts'
import { unlessAborted } from '../../async/unless-aborted.ts'
import { compareDistance } from './kad-id.ts'
import type { KadPeer } from './kad-peer.ts'
import { BUCKET_PEERS } from './routing-table.ts'

/** Peers that are asked at once, and that have to have answered at the end (go-libp2p-kad-dht `amino/defaults.go`). */
const ALPHA = 10
const BETA = 3

/** A walk takes no longer, asks no more peers, and remembers no more: whoever names ever nearer peers that are none is left then. */
const WALK_MS = 60_000
const MAX_ASKED = 400
const MAX_KNOWN = 1000

export interface WalkInit {
  /** the place to get near to */
  target: Uint8Array
  seeds: readonly KadPeer[]
  /** @returns peers that this one knows @throws where it does not answer */
  ask: (peer: KadPeer, signal: AbortSignal) => Promise<readonly KadPeer[]>
  /** whether what is looked for is there */
  isEnough?: () => boolean
  signal: AbortSignal
}

interface Step {
  peer: KadPeer
  state: 'heard' | 'waiting' | 'answered' | 'away'
}

/**
 * Asks peers for peers that are nearer to a place, until the nearest have answered; then those of the nearest 20 that were not asked yet
 * (go-libp2p-kad-dht `query.go`, `runLookupWithFollowup`). Who does not answer counts as away.
 *
 * @returns the nearest that are not away, nearest first, and whether the walk came to its end by itself
 * @throws the signal's reason
 */
export async function walk ({ target, seeds, ask, isEnough = () => false, signal }: WalkInit): Promise<{ nearest: KadPeer[], isWhole: boolean }> {
  const ending = new AbortController()
  const limit = timeLimit(WALK_MS)
  const all = AbortSignal.any([signal, ending.signal, limit])
  const known = new Set<string>()
  const running = new Set<Promise<void>>()
  /** the nearest first */
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

    // each has one of its own: many listeners on one signal are slow, and Node takes them for a leak
    const mine = AbortSignal.any([all])

    const asking = unlessAborted(ask(step.peer, mine), mine).then((peers) => {
      step.state = 'answered'
      hear(goesOn ? peers : [])
    }, () => { step.state = 'away' }).finally(() => { running.delete(asking) })

    running.add(asking)
  }

  const isOver = (): boolean => all.aborted || isEnough()

  try {
    hear(seeds)

    while (!isOver() && nearest(BETA).some(({ state }) => state !== 'answered')) {
      const next = asked < MAX_ASKED ? steps.filter(({ state }) => state === 'heard').slice(0, ALPHA - running.size) : []
      next.forEach((step) => { begin(step, true) })

      if (running.size === 0) {
        break
      }

      await Promise.race(running)
    }

    if (!isOver()) {
      const last = nearest(BUCKET_PEERS)
      last.filter(({ state }) => state === 'heard').forEach((step) => { begin(step, false) })

      while (!isOver() && last.some(({ state }) => state === 'waiting')) {
        await Promise.race(running)
      }
    }

    signal.throwIfAborted()
    return { nearest: nearest(BUCKET_PEERS).map(({ peer }) => peer), isWhole: !all.aborted }
  } finally {
    ending.abort(new DOMException('the walk is over', 'AbortError'))
  }
}
