import type { CID } from 'multiformats/cid'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { later } from '../../async/timers/later.ts'
import type { AskedSource } from '../../blocks/exchange/retrieval-report.ts'
import { RecentMap } from '../../bytes/recent-map.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { isError } from '../../errors/define-error.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { NoPageError } from '../../webrtc/webrtc-errors.ts'

/**
 * The time after which providers are searched for a block that connected peers have not sent (boxo `bitswap/client`,
 * `defaultProvSearchDelay`).
 */
const FIRST_AFTER_MS = 1000

/** The limits of the exponential backoff between searches (boxo `defaults.RebroadcastDelay`: 1 min). */
const AGAIN_AFTER_MS = 30_000
const GROWTH = 2
const MAX_PAUSE_MS = 10 * 60_000

/**
 * The maximum number of connected providers per search (boxo `providerquerymanager`, `defaultMaxProviders`, which also
 * counts unreachable ones).
 */
const MAX_PROVIDERS = 10

/**
 * The maximum number of dialed providers per search. Higher, so that unreachable providers do not crowd out the others.
 */
const MAX_TRIED = 100

/** The maximum number of concurrent dials (boxo: 100 in total; browsers allow fewer sockets). */
const MAX_DIALS = 8

/** The timeout of one dial. */
const DIAL_MS = 15_000

/** The maximum number of unreachable providers in the report. */
const MAX_AWAY = 4

export interface ProviderSearchInit {
  findProviders: (
    cid: CID,
    options: { signal: AbortSignal; onProblem: (router: string, problem: string) => void }
  ) => AsyncIterable<PeerAddresses>
  /** Connects to a peer. The exchange asks a peer as soon as it is connected. */
  connect: (peer: PeerAddresses, options: { signal: AbortSignal }) => Promise<void>
}

interface Waiting {
  cid: CID
  sinceMs: number
  looks: number
}

/**
 * Finds and connects providers of the blocks that a session wants and connected peers do not send. Runs one search at a
 * time. First for the root of the content, because many providers only announce roots, then for the block that has been
 * pending longest.
 */
export class ProviderSearch {
  readonly #init: ProviderSearchInit
  readonly #routers = new Map<string, AskedSource>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #tried = new Set<string>()
  /** Providers that were not reached. */
  readonly #away = new RecentMap<string, AskedSource>({ max: MAX_AWAY })
  #root: CID | undefined
  #rootLooks = 0
  #pauseMs = AGAIN_AFTER_MS
  #stopTimer: (() => void) | undefined
  #looking: AbortController | undefined

  constructor (init: ProviderSearchInit) {
    this.#init = init
  }

  /** Sets the root of the content that the wanted blocks belong to. */
  about (root: CID): void {
    this.#root ??= root
  }

  get sources (): AskedSource[] {
    return [...this.#away.values(), ...this.#routers.values()]
  }

  /**
   * Adds a pending block.
   *
   * @returns a function that removes it
   */
  wanted (cid: CID): () => void {
    const key = multihashKey(cid.multihash.bytes)
    const mine: Waiting = { cid, sinceMs: Date.now(), looks: 0 }
    this.#waiting.set(key, mine)
    this.#stopTimer ??= later(() => {
      this.#step()
    }, FIRST_AFTER_MS)

    return () => {
      if (this.#waiting.get(key) === mine) {
        this.#waiting.delete(key)
      }

      if (this.#waiting.size === 0) {
        this.#stopTimer?.()
        this.#stopTimer = undefined
        this.#looking?.abort(new DOMException('no block is wanted any more', 'AbortError'))
      }
    }
  }

  #step (): void {
    const [oldest] = [...this.#waiting.values()].sort((a, b) => a.looks - b.looks || a.sinceMs - b.sinceMs)
    this.#stopTimer = undefined

    if (oldest == null) {
      return
    }

    const waitedMs = Date.now() - oldest.sinceMs

    if (waitedMs < FIRST_AFTER_MS) {
      this.#after(FIRST_AFTER_MS - waitedMs)
    } else if (this.#looking == null) {
      void this.#look(oldest)
    }
  }

  #after (ms: number): void {
    if (this.#waiting.size > 0) {
      this.#stopTimer?.()
      this.#stopTimer = later(() => {
        this.#step()
      }, ms)
    }
  }

  /** Runs a search. Never rejects. */
  async #look (oldest: Waiting): Promise<void> {
    const looking = new AbortController()
    this.#looking = looking
    const isForRoot = this.#root != null && this.#rootLooks <= oldest.looks
    const before = this.#tried.size

    if (isForRoot) {
      this.#rootLooks++
    } else {
      oldest.looks++
    }

    // Failed routers are in the report.
    await this.#find(isForRoot ? this.#root! : oldest.cid, looking.signal).catch(() => {})
    this.#looking = undefined
    // If the root has no new providers, searches for the block at once.
    const isSoon = isForRoot && this.#tried.size === before
    this.#after(isSoon ? 0 : this.#pauseMs)
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * (isSoon ? 1 : GROWTH))
  }

  async #find (cid: CID, signal: AbortSignal): Promise<void> {
    const dials = new Set<Promise<void>>()
    let tried = 0
    let reached = 0

    const onProblem = (router: string, problem: string): void => {
      this.#routers.set(router, {
        name: router,
        role: 'router',
        state: 'failed',
        found: 0,
        bytes: 0,
        problem,
        failure: 'failed'
      })
    }

    for await (const peer of this.#init.findProviders(cid, { signal, onProblem })) {
      if (this.#tried.has(peer.ID)) {
        continue
      }

      this.#tried.add(peer.ID)
      tried++

      const dial = this.#dial(peer, signal).then((is) => {
        reached += Number(is)
        dials.delete(dial)
      })

      dials.add(dial)

      if (dials.size >= MAX_DIALS) {
        await Promise.race(dials)
      }

      if (reached >= MAX_PROVIDERS || tried >= MAX_TRIED) {
        break
      }
    }

    await Promise.all(dials)
  }

  /**
   * Dials a provider. Never rejects. An unreachable provider is dialed again in the next search.
   *
   * @returns whether it was reached
   */
  async #dial (peer: PeerAddresses, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#init.connect(peer, { signal: timeLimit(DIAL_MS, signal) })
      this.#away.delete(peer.ID)
      return true
    } catch (err) {
      this.#tried.delete(peer.ID)

      if (!signal.aborted) {
        const { reasons, message } = err as Error & { reasons?: string }
        this.#away.set(peer.ID, {
          name: peer.ID,
          role: 'provider',
          state: 'failed',
          found: 0,
          bytes: 0,
          problem: `cannot be reached (${reasons ?? message})`,
          failure: 'failed',
          ...isError(err, NoPageError) ? { needsPage: true } : {}
        })
      }

      return false
    }
  }
}
