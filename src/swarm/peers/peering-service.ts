import { timeLimit } from '../../async/signals/time-limit.ts'
import { later } from '../../async/timers/later.ts'
import type { Logger } from '../../log/logs.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { Peering } from '../../net/peering.ts'

/** The limits of the exponential backoff between dials (boxo `peering`). */
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 10 * 60_000
const GROWTH = 1.5

/** The timeout of one dial. */
const DIAL_MS = 20_000

/** The number of connections from which no bootstrap peer is dialed (Kubo `core/bootstrap`, `MinPeerThreshold`). */
const ENOUGH_PEERS = 4

/** The interval of this check (Kubo `core/bootstrap`, `Period`). */
const BOOTSTRAP_PERIOD_MS = 30_000

export interface PeeringServiceInit {
  peering: Pick<Peering, 'list' | 'watch'>
  /** Returns the current bootstrap peers. */
  bootstrap: () => readonly PeerAddresses[]
  self: string
  isConnected: (peer: string) => boolean
  connections: () => number
  connect: (peer: PeerAddresses, options: { signal: AbortSignal }) => Promise<void>
  /** Returns the logger for connections of a kind; default: none. */
  log?: (kind: 'peering' | 'bootstrap') => Logger
}

/** Keeps connections open: to each peering peer, and to bootstrap peers while there are few other connections. */
export class PeeringService {
  readonly #init: PeeringServiceInit
  readonly #stopping = new AbortController()
  readonly #retries = new Map<string, { stop: () => void }>()
  #unwatch = (): void => {}
  #stopBootstrap = (): void => {}
  #isBootstrapping = false

  constructor (init: PeeringServiceInit) {
    this.#init = init
  }

  start (): void {
    const { peering } = this.#init
    this.#unwatch = peering.watch((peer) => {
      this.#keep(peer, FIRST_RETRY_MS)
    })
    peering.list().forEach(({ ID }) => {
      this.#keep(ID, FIRST_RETRY_MS)
    })
    void this.#bootstrap()
  }

  stop (): void {
    this.#unwatch()
    this.#stopBootstrap()
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
    this.#retries.forEach(({ stop }) => {
      stop()
    })
  }

  /** Dials all disconnected peers at once, because the network may be back. */
  retry (): void {
    if (!this.#stopping.signal.aborted) {
      this.#init.peering.list().forEach(({ ID }) => {
        this.#keep(ID, FIRST_RETRY_MS)
      })
      this.#stopBootstrap()
      void this.#bootstrap()
    }
  }

  /** Schedules a dial after the last connection to a peer was closed. */
  disconnected (peer: string): void {
    if (!this.#stopping.signal.aborted && this.#of(peer) != null) {
      this.#init.log?.('peering').info('the connection has ended', { peer })
      this.#schedule(peer, FIRST_RETRY_MS)
    }
  }

  #of (peer: string): PeerAddresses | undefined {
    return this.#init.peering.list().find(({ ID }) => ID === peer)
  }

  /**
   * Dials a peer if it is not connected.
   *
   * @param nextMs - the backoff if it fails
   */
  #keep (id: string, nextMs: number): void {
    const { isConnected, self } = this.#init
    this.#retries.get(id)?.stop()
    this.#retries.delete(id)
    const peer = this.#of(id)

    if (peer != null && id !== self && !isConnected(id)) {
      this.#dial(peer).then(() => {
        this.#init.log?.('peering').info('connected', { peer: id })
      }, (err: Error) => {
        if (!this.#stopping.signal.aborted) {
          this.#init.log?.('peering').info('could not connect, dialing again later', {
            peer: id,
            ms: nextMs,
            problem: err.message
          })
          this.#schedule(id, nextMs)
        }
      })
    }
  }

  #schedule (peer: string, ms: number): void {
    this.#retries.get(peer)?.stop()
    this.#retries.set(peer, {
      stop: later(() => {
        this.#keep(peer, Math.min(MAX_RETRY_MS, ms * GROWTH))
      }, ms)
    })
  }

  async #dial (peer: PeerAddresses): Promise<void> {
    await this.#init.connect(peer, { signal: timeLimit(DIAL_MS, this.#stopping.signal) })
  }

  async #bootstrap (): Promise<void> {
    const { bootstrap, connections, isConnected, self } = this.#init

    if (this.#isBootstrapping) {
      return
    }

    this.#isBootstrapping = true

    if (connections() < ENOUGH_PEERS) {
      const peers = bootstrap().filter(({ ID }) => ID !== self && !isConnected(ID))
      const log = this.#init.log?.('bootstrap')
      log?.debug('dialing bootstrap peers', { peers: peers.length, connections: connections() })
      await Promise.allSettled(peers.map(async (peer) => {
        await this.#dial(peer).catch((err: Error) => {
          log?.info('could not connect', { peer: peer.ID, problem: err.message })
        })
      }))
    }

    this.#isBootstrapping = false

    if (!this.#stopping.signal.aborted) {
      this.#stopBootstrap = later(() => {
        void this.#bootstrap()
      }, BOOTSTRAP_PERIOD_MS)
    }
  }
}
