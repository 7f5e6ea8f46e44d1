import { timeLimit } from '../../async/signals/time-limit.ts'
import { later as laterByTimer } from '../../async/timers/later.ts'
import type { Later } from '../../async/timers/later.ts'
import type { Json } from '../../config/values/config.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { Swarm, SwarmConnection } from '../../swarm/swarm.ts'
import type { Service, ServiceContext } from '../services/services.ts'
import type { RuntimeState } from './runtime-state.ts'

/** Limit of saved peers: connected peers precede earlier ones. */
const MAX_PEERS = 32

/** Addresses per peer; those that connected come first. */
const MAX_ADDRESSES = 8

/** Longer addresses are left out. */
const MAX_ADDRESS_CHARS = 512

/** Age after which a peer is no longer dialed. */
const MAX_AGE_MS = 24 * 60 * 60_000

/** Consecutive workers that may fail to reach a peer before it is forgotten. */
const MAX_FAILURES = 3

/** Delay between a change of the connections and its write, which includes later changes. */
const SAVE_AFTER_MS = 500

/** Minimum time between writes, unless the user asked for the change. */
const SAVE_EVERY_MS = 5000

/** Interval at which connected peers are saved as still connected. */
const SEEN_EVERY_MS = 60 * 60_000

/** Head start of relays: other peers are dialed after this time at the latest. */
const RELAYS_MS = 3000

/** Delays before each attempt to reach a peer. */
const ATTEMPTS_MS = [0, 2000, 8000]

/** Timeout of one dial. */
const DIAL_MS = 20_000

/** A peer with which the node had a connection. */
interface KeptPeer {
  ID: string
  Addrs: string[]
  /** whether the node had a reservation at it */
  isRelay: boolean
  /** time of the last connection, in milliseconds since 1970 */
  seen: number
  /** workers that failed to reach it since then */
  failures: number
}

export interface SavedPeersInit {
  swarm: Pick<LazySwarm, 'opened' | 'watch'>
  state: Pick<RuntimeState, 'get' | 'put' | 'saved'>
  /** called when there are peers to reconnect to, or no longer any; must neither throw nor reject */
  changed?: (hasPeers: boolean) => Promise<void> | void
  now?: () => number
  later?: Later
  attemptsMs?: readonly number[]
}

/**
 * Saves the connected peers, and dials them again when the swarm starts. A service worker may be stopped at any moment,
 * and loses all its connections then. Peers that the user disconnects are forgotten.
 *
 * Filters and transports apply to these dials as to any other. While the settings keep the node offline, there is no
 * swarm, and no peer is dialed.
 */
export class SavedPeers implements Service {
  readonly name = 'kept-peers'
  readonly #init: SavedPeersInit
  readonly #now: () => number
  readonly #later: Later
  readonly #peers = new Map<string, KeptPeer>()
  /** The last saved row, without its times. */
  #saved = ''
  #savedAt = -Infinity
  #notified: Promise<void> | void = undefined
  #background: ServiceContext['background'] = async () => {}
  #stopSwarm = (): void => {}
  #unwatch = (): void => {}
  #stopTimers = new Map<'change' | 'seen', () => void>()

  constructor (init: SavedPeersInit) {
    this.#init = init
    this.#now = init.now ?? Date.now
    this.#later = init.later ?? laterByTimer
    readPeers(init.state.get('peers'), this.#now()).forEach((peer) => {
      this.#peers.set(peer.ID, peer)
    })
    this.#saved = contentOf([...this.#peers.values()])
  }

  async start ({ background, signal }: ServiceContext): Promise<void> {
    this.#background = background
    // Runs before the connections are closed: the next worker is to reconnect to the peers of this one.
    signal.addEventListener('abort', () => {
      this.#end()
    }, { once: true })
    this.#notified = this.#init.changed?.(this.#peers.size > 0)
    this.#unwatch = this.#init.swarm.watch((swarm) => {
      this.#follow(swarm)
    })
    const { opened } = this.#init.swarm

    if (opened != null) {
      this.#follow(opened)
    }
  }

  async stop (): Promise<void> {
    this.#end()
  }

  /** Saves the current peers after the user has connected to one of them. Never rejects. */
  async save (): Promise<void> {
    const { opened } = this.#init.swarm

    if (opened != null) {
      await this.#save(opened).catch(() => {})
    }

    await this.#notified
    await this.#init.state.saved()
  }

  #end (): void {
    this.#unwatch()
    this.#stopSwarm()
    this.#stopTimers.forEach((stop) => {
      stop()
    })
    this.#stopTimers.clear()
  }

  #follow (swarm: Swarm): void {
    this.#stopSwarm()
    const ending = new AbortController()

    const unwatch = swarm.watchConnections({
      changed: () => {
        this.#saveSoon(swarm)
      },
      dropped: (peer) => {
        this.#drop(peer)
      }
    })

    this.#stopSwarm = () => {
      unwatch()
      ending.abort(new DOMException('the swarm has stopped', 'AbortError'))
    }
    this.#noteSeen(swarm)
    this.#inBackground(async (signal) => {
      await this.#redial(swarm, AbortSignal.any([signal, ending.signal]))
    })
    this.#saveSoon(swarm)
  }

  /** Runs background work. `Services.list` reports its errors. */
  #inBackground (work: (signal: AbortSignal) => Promise<void>): void {
    this.#background(work).catch(() => {})
  }

  #drop (peer: string): void {
    if (this.#peers.delete(peer)) {
      this.#put()
    }
  }

  async #redial (swarm: Swarm, signal: AbortSignal): Promise<void> {
    const peers = [...this.#peers.values()]
    const relays = peers.filter(({ isRelay }) => isRelay).map(async (peer) => {
      await this.#dial(swarm, peer, signal)
    })

    if (relays.length > 0) {
      const limit = timeLimit(RELAYS_MS, signal)
      await Promise.race([
        Promise.all(relays),
        new Promise<void>((resolve) => {
          limit.addEventListener('abort', () => {
            resolve()
          })
        })
      ])
    }

    await Promise.all([
      ...relays,
      ...peers.filter(({ isRelay }) => !isRelay).map(async (peer) => {
        await this.#dial(swarm, peer, signal)
      })
    ])
  }

  async #dial (swarm: Swarm, peer: KeptPeer, signal: AbortSignal): Promise<void> {
    for (const ms of this.#init.attemptsMs ?? ATTEMPTS_MS) {
      await new Promise<void>((resolve) => {
        const stop = this.#later(resolve, ms)
        signal.addEventListener('abort', () => {
          stop()
          resolve()
        }, { once: true })
      })

      if (signal.aborted || this.#peers.get(peer.ID) !== peer || isConnected(swarm, peer.ID)) {
        return
      }

      try {
        await swarm.connect({ ID: peer.ID, Addrs: peer.Addrs }, { signal: timeLimit(DIAL_MS, signal) })

        // The user may have disconnected it meanwhile, when there was no connection to close.
        if (this.#peers.get(peer.ID) !== peer && !this.#peers.has(peer.ID)) {
          await swarm.disconnect(peer.ID, { signal }).catch(() => {})
        }

        return
      } catch {
        // Continue with the next attempt.
      }
    }

    if (!signal.aborted && this.#peers.get(peer.ID) === peer) {
      peer.failures++

      if (peer.failures >= MAX_FAILURES) {
        this.#peers.delete(peer.ID)
      }

      this.#put()
    }
  }

  #saveSoon (swarm: Swarm): void {
    if (!this.#stopTimers.has('change')) {
      this.#stopTimers.set(
        'change',
        this.#later(() => {
          this.#stopTimers.delete('change')
          this.#inBackground(async () => {
            await this.#save(swarm)
          })
        }, Math.max(SAVE_AFTER_MS, this.#savedAt + SAVE_EVERY_MS - this.#now()))
      )
    }
  }

  #noteSeen (swarm: Swarm): void {
    this.#stopTimers.get('seen')?.()

    this.#stopTimers.set(
      'seen',
      this.#later(() => {
        this.#saved = ''
        this.#inBackground(async () => {
          await this.#save(swarm)
        })
        this.#noteSeen(swarm)
      }, SEEN_EVERY_MS)
    )
  }

  async #save (swarm: Swarm): Promise<void> {
    if (this.#init.swarm.opened !== swarm) {
      return // the connections of a closing swarm are meaningless
    }

    const relays = relaysOf(swarm.addresses())
    const seen = this.#now()
    const connections = swarm.connections()

    await Promise.all([...new Set(connections.map(({ peer }) => peer))].map(async (ID) => {
      const Addrs = await addressesOf(swarm, ID, connections.filter(({ peer }) => peer === ID))

      // It may have disconnected meanwhile.
      if (Addrs.length > 0 && isConnected(swarm, ID)) {
        this.#peers.delete(ID)
        this.#peers.set(ID, { ID, Addrs, isRelay: relays.has(ID), seen, failures: 0 })
      }
    }))

    this.#put(swarm)
  }

  /** Removes excess peers, and saves the rest if it has changed. */
  #put (swarm = this.#init.swarm.opened): void {
    const rank = ({ ID, isRelay }: KeptPeer): number =>
      (swarm != null && isConnected(swarm, ID) ? 0 : 2) + (isRelay ? 0 : 1)
    const sorted = [...this.#peers.values()].sort((a, b) => rank(a) - rank(b) || b.seen - a.seen)
    sorted.splice(MAX_PEERS).forEach(({ ID }) => {
      this.#peers.delete(ID)
    })
    const content = contentOf(sorted)

    if (content !== this.#saved) {
      this.#saved = content
      this.#savedAt = this.#now()
      this.#init.state.put('peers', sorted.length === 0 ? undefined : sorted as unknown as Json)
      this.#notified = this.#init.changed?.(sorted.length > 0)
    }
  }
}

function isConnected (swarm: Pick<Swarm, 'connections'>, peer: string): boolean {
  return swarm.connections().some((connection) => connection.peer === peer)
}

/** Returns the addresses by which this node has reached a peer, then those that the peer announces. */
async function addressesOf (
  swarm: Pick<Swarm, 'identity'>,
  peer: string,
  connections: readonly SwarmConnection[]
): Promise<string[]> {
  const dialed = connections.filter(({ direction }) => direction === 'outbound').sort((a, b) =>
    Number(a.isLimited) - Number(b.isLimited)
  ).map(({ address }) => address)
  const identified = (await swarm.identity(peer))?.addresses ?? []
  return [...new Set([...dialed, ...identified])].filter((address) =>
    address !== '' && address.length <= MAX_ADDRESS_CHARS
  )
    .slice(0, MAX_ADDRESSES)
}

/** Returns the IDs of the relays in this node's addresses. */
function relaysOf (addresses: readonly string[]): Set<string> {
  return new Set(addresses.flatMap((address) => /\/p2p\/([^/]+)\/p2p-circuit/.exec(address)?.[1] ?? []))
}

/** Serializes the peers in a stable order, without their times, for comparison. */
function contentOf (peers: readonly KeptPeer[]): string {
  return JSON.stringify(peers.map(({ seen: _, ...peer }) => peer).sort((a, b) => a.ID < b.ID ? -1 : 1))
}

/** Returns the valid peers of a row. */
function readPeers (row: Json | undefined, now: number): KeptPeer[] {
  return !Array.isArray(row)
    ? []
    : (row as unknown as Array<Partial<KeptPeer> | null>).filter((peer): peer is KeptPeer =>
      typeof peer?.ID === 'string' && Array.isArray(peer.Addrs) &&
      peer.Addrs.every((address) => typeof address === 'string') &&
      typeof peer.seen === 'number' && now - peer.seen < MAX_AGE_MS && typeof peer.failures === 'number'
    ).slice(0, MAX_PEERS)
}
