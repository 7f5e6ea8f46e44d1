import type {
  Connection,
  IdentifyResult,
  Libp2pEvents,
  PeerId,
  PeerStore,
  Startable,
  Stream,
  TypedEventTarget
} from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { ifFound } from '../../async/promises/if-found.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import type { Later } from '../../async/timers/later.ts'
import { later } from '../../async/timers/later.ts'
import type { AddressReachability } from '../../swarm/swarm.ts'
import { addressScope, ipGroup, isRelayed } from '../addresses/address-scope.ts'
import type { ReachabilityReport } from '../host/swarm-services.ts'
import { AddressVotes } from './address-votes.ts'
import type { AddressState } from './address-votes.ts'
import { AUTO_NAT } from './auto-nat-message.ts'
import type { DialVerdict } from './auto-nat-message.ts'
import { DIAL_BACK, DIAL_REQUEST } from './auto-nat-v2-message.ts'
import { DialBacks } from './dial-backs.ts'
import { ObservedHosts } from './observed-hosts.ts'
import { requestDialV2 } from './request-dial-v2.ts'
import { requestDial } from './request-dial.ts'

/**
 * The first round starts when there are some peers (go-libp2p `p2p/host/autonat/options.go`, `bootDelay`); then rounds
 * repeat at this interval, and soon after a new peer.
 */
const BOOT_MS = 15_000
const LOOK_MS = 300_000
const GATHER_MS = 1000

/** Timeout of a question: a peer that reaches no address answers after 15 s. */
const ASK_MS = 30_000

/** Concurrent questions, and addresses that are tested (go-libp2p `p2p/host/basic/addrs_reachability_tracker.go`). */
const MAX_AT_ONCE = 5
const MAX_ADDRESSES = 50

/**
 * Time before the same peer is asked again, and one that gave no verdict (go-libp2p `p2p/protocol/autonatv2`,
 * `defaultThrottlePeerDuration`; `recentProbeInterval`).
 */
const ASK_AGAIN_MS = 120_000
const UNSAID_MS = 600_000

/** Concurrent dial-back streams per connection. */
const MAX_STREAMS = 2

/** The parts of libp2p that it uses. */
export interface OwnReachabilityParts {
  peerId: PeerId
  events: TypedEventTarget<Libp2pEvents>
  peerStore: Pick<PeerStore, 'get'>
  connectionManager: { getConnections: () => Connection[] }
  registrar: {
    handle: (
      protocol: string,
      handler: (stream: Stream) => Promise<void>,
      options: { maxInboundStreams: number }
    ) => Promise<void>
    unhandle: (protocol: string) => Promise<void>
  }
  transportManager: { getAddrs: () => Multiaddr[] }
  addressManager: {
    confirmObservedAddr: (address: Multiaddr, options: { type: 'transport' | 'observed' }) => void
    removeObservedAddr: (address: Multiaddr) => void
  }
}

export interface OwnReachabilityOptions {
  /** whether peers are asked over AutoNAT v2 too */
  withV2: boolean
  /** delay of the first round, default 15 s */
  bootMs?: number
  /** starts timers; for tests */
  later?: Later
  /** also accepts local and private addresses, each peer as its own group; for tests, which have no others */
  anyNet?: boolean
}

interface Candidate {
  address: Multiaddr
  /** whether the node listens there, rather than being observed there */
  listens: boolean
  votes: AddressVotes
  state: AddressState
}

interface Asked {
  candidate: Candidate
  connection: Connection
  group: string
  byV2: boolean
}

/**
 * Asks peers whether they can reach this node at its public addresses: those that it listens at, and its ports at hosts
 * where several peers observe it. Each question is about one address, and peers of several address owners have to
 * agree. Questions are asked when new peers connect and every five minutes while verdicts are missing; settled
 * addresses are tested three times an hour.
 *
 * An unreachable address is no longer announced. An observed address is announced only once it is reachable, and relay
 * addresses only while no other address is (go-libp2p `p2p/host/basic/addrs_manager.go`).
 */
export class OwnReachability implements Startable, ReachabilityReport {
  readonly #parts: OwnReachabilityParts
  readonly #options: Required<OwnReachabilityOptions>
  readonly #backs = new DialBacks()
  readonly #hosts = new ObservedHosts()
  readonly #candidates = new Map<string, Candidate>()
  /** times when peers may be asked again */
  readonly #resting = new Map<string, number>()
  #stopping = new AbortController()
  #cancel = (): void => {}
  #looking: Promise<void> | undefined
  #isBooted = false

  constructor (
    parts: OwnReachabilityParts,
    { withV2, bootMs = BOOT_MS, later: after = later, anyNet = false }: OwnReachabilityOptions
  ) {
    this.#parts = parts
    this.#options = { withV2, bootMs, later: after, anyNet }
  }

  async start (): Promise<void> {
    this.#stopping = new AbortController()

    if (this.#options.withV2) {
      await this.#parts.registrar.handle(DIAL_BACK, async (stream) => {
        await this.#backs.take(stream)
      }, { maxInboundStreams: MAX_STREAMS })
    }

    this.#parts.events.addEventListener('peer:identify', this.#met)
    this.#plan(this.#options.bootMs)
  }

  async stop (): Promise<void> {
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
    this.#cancel()
    this.#parts.events.removeEventListener('peer:identify', this.#met)
    await this.#looking

    if (this.#options.withV2) {
      await this.#parts.registrar.unhandle(DIAL_BACK)
    }
  }

  report (): AddressReachability {
    this.#track()
    const of = (state: AddressState): string[] =>
      [...this.#candidates.values()].filter(({ listens, ...candidate }) =>
        candidate.state === state && (listens || state === 'reachable')
      ).map(({ address }) => address.toString()).sort()
    const [reachable, unreachable, unknown] = [of('reachable'), of('unreachable'), of('unknown')]
    const isPrivate = reachable.length === 0 && unreachable.length > 0 && unknown.length === 0
    const otherwise = isPrivate ? 'Private' : 'Unknown'
    return {
      overall: reachable.length > 0 ? 'Public' : otherwise,
      reachable,
      unreachable,
      unknown
    }
  }

  announces (address: Multiaddr): boolean {
    return isRelayed(address)
      ? ![...this.#candidates.values()].some(({ state }) => state === 'reachable')
      : this.#candidates.get(candidateKey(address))?.state !== 'unreachable'
  }

  readonly #met = ({ detail: { connection, observedAddr } }: CustomEvent<IdentifyResult>): void => {
    const group = this.#groupOf(connection)
    const [host] = observedAddr?.getComponents() ?? []

    if (group != null && host?.value != null && this.#isOfUse(observedAddr!)) {
      this.#hosts.add(`/${host.name}/${host.value}`, group)
    }

    if (this.#isBooted) {
      this.#plan(GATHER_MS)
    }
  }

  #plan (ms: number): void {
    this.#cancel()

    if (!this.#stopping.signal.aborted) {
      this.#cancel = this.#options.later(() => {
        this.#isBooted = true
        void this.#look()
      }, ms)
    }
  }

  /** Asks until no peer is left to ask. A concurrent call joins the running round. */
  async #look (): Promise<void> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
      this.#plan(LOOK_MS)
    })
    await this.#looking
  }

  async #ask (): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#track()
      const asked = await this.#choose()

      if (asked.length === 0) {
        return
      }

      await Promise.all(asked.map(async (question) => {
        await this.#askOne(question)
      }))
    }
  }

  async #askOne ({ candidate, connection, group, byV2 }: Asked): Promise<void> {
    const { address, votes } = candidate
    const signal = timeLimit(ASK_MS, this.#stopping.signal)
    let verdict: DialVerdict = 'unsaid'

    try {
      verdict = byV2
        ? await requestDialV2(connection, this.#backs, address, { signal })
        : await requestDial(connection, this.#parts.peerId.toMultihash().bytes, address, { signal })
    } catch {} // no verdict

    if (verdict === 'unsaid') {
      this.#resting.set(connection.remotePeer.toString(), Date.now() + UNSAID_MS)
    } else if (!this.#stopping.signal.aborted) {
      votes.add(group, verdict === 'reached')
      this.#updateState(candidate)
    }
  }

  /** Announces or withdraws an address according to its votes. */
  #updateState (candidate: Candidate): void {
    const { address, listens, votes, state: before } = candidate
    candidate.state = votes.state

    if (candidate.state === before) {
      return
    }

    if (candidate.state === 'reachable' || (listens && candidate.state === 'unknown')) {
      this.#parts.addressManager.confirmObservedAddr(address, { type: listens ? 'transport' : 'observed' })
    } else {
      this.#parts.addressManager.removeObservedAddr(address)
    }
  }

  /** Updates the candidates to the current addresses, and drops the votes of others. */
  #track (): void {
    const listened = this.#parts.transportManager.getAddrs().map(withoutPeer).filter((address) => !isRelayed(address))
    const own = listened.filter((address) => this.#isOfUse(address))
    const hosts = new Set(own.map((address) => addressHost(address)))

    // At an observed host the node may be reachable at the ports it listens at, but not at those of the loopback
    // interface.
    const seen = this.#hosts.list().filter((host) => !hosts.has(host)).flatMap((host) =>
      listened
        .filter((address) =>
          addressScope(address.bytes) === 'private' && addressHost(address).split('/')[1] === host.split('/')[1]
        )
        .map((address) => multiaddr(`${host}${address.toString().slice(addressHost(address).length)}`))
    )

    const now = new Map(
      [...own.map((address) => ({ address, listens: true })), ...seen.map((address) => ({ address, listens: false }))]
        .slice(0, MAX_ADDRESSES).map((entry) => [candidateKey(entry.address), entry])
    )

    for (const [key, { address }] of this.#candidates) {
      if (!now.has(key)) {
        this.#candidates.delete(key)
        this.#parts.addressManager.removeObservedAddr(address)
      }
    }

    for (const [key, { address, listens }] of now) {
      const known = this.#candidates.get(key)

      if (known != null) {
        this.#updateState(known) // votes expire
      } else {
        this.#candidates.set(key, { address, listens, votes: new AddressVotes(), state: 'unknown' })

        // Announced until it is known to be unreachable.
        if (listens) {
          this.#parts.addressManager.confirmObservedAddr(address, { type: 'transport' })
        }
      }
    }
  }

  /** Chooses questions that can be asked now, each to another peer. */
  async #choose (): Promise<Asked[]> {
    const nowMs = Date.now()
    const chosen: Asked[] = []
    this.#resting.forEach((untilMs, peer) => {
      if (untilMs <= nowMs) {
        this.#resting.delete(peer)
      }
    })

    for (const connection of this.#parts.connectionManager.getConnections()) {
      const peer = connection.remotePeer.toString()
      const group = this.#groupOf(connection)

      if (group == null || this.#resting.has(peer) || connection.status !== 'open' || chosen.length >= MAX_AT_ONCE) {
        continue
      }

      const protocols = (await ifFound(async () =>
        await this.#parts.peerStore.get(connection.remotePeer)
      ))?.protocols ?? []
      const byV2 = this.#options.withV2 && protocols.includes(DIAL_REQUEST)

      const candidate = !byV2 && !protocols.includes(AUTO_NAT)
        ? undefined
        : [...this.#candidates.values()].find((candidate) => {
          const under = chosen.filter((other) => other.candidate === candidate)
          // With v1 the peer dials the host at which it observes this node.
          const canTell = byV2 || familyOf(candidate.address) === familyOf(connection.remoteAddr)
          return canTell && !candidate.votes.hasHeard(group) && !under.some((other) => other.group === group) &&
            candidate.votes.missing > under.length
        })

      if (candidate != null) {
        this.#resting.set(peer, nowMs + ASK_AGAIN_MS)
        chosen.push({ candidate, connection, group, byV2 })
      }
    }

    return chosen
  }

  /** Returns the address group of a peer; undefined if the peer cannot judge reachability from the internet. */
  #groupOf ({ remoteAddr, remotePeer, limits }: Connection): string | undefined {
    if (limits != null || isRelayed(remoteAddr) || !this.#isOfUse(remoteAddr)) {
      return undefined
    }

    return this.#options.anyNet ? remotePeer.toString() : ipGroup(remoteAddr.bytes)
  }

  #isOfUse (address: Multiaddr): boolean {
    const scope = addressScope(address.bytes)
    return this.#options.anyNet ? scope != null : scope === 'public'
  }
}

function addressHost (address: Multiaddr): string {
  const [{ name, value }] = address.getComponents()
  return `/${name}/${value}`
}

function familyOf (address: Multiaddr): string {
  return address.getComponents()[0].name
}

function withoutPeer (address: Multiaddr): Multiaddr {
  const last = address.getComponents().at(-1)
  return last?.name === 'p2p' ? address.decapsulate(`/p2p/${last.value}`) : address
}

function candidateKey (address: Multiaddr): string {
  return withoutPeer(address).toString()
}
