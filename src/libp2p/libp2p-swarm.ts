import { publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { Connection, Libp2p, PeerId } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { ifFound } from '../async/promises/if-found.ts'
import { settledWithin } from '../async/promises/settled-within.ts'
import { timeLimit } from '../async/signals/time-limit.ts'
import { unlessAborted } from '../async/signals/unless-aborted.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { RoutingNotFoundError } from '../names/routing/record-outcome.ts'
import type { PeerAddresses } from '../net/addresses/peer-addresses.ts'
import { splitP2p } from '../net/addresses/split-p2p.ts'
import type { Dht } from '../swarm/dht.ts'
import type { NamePubsub } from '../swarm/pubsub/name-pubsub.ts'
import type { Pubsub } from '../swarm/pubsub/pubsub.ts'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'
import { DialError, NotConnectedError } from '../swarm/swarm-errors.ts'
import type { SwarmResources } from '../swarm/swarm-resources.ts'
import type {
  AddressReachability,
  ConnectionWatcher,
  PeerIdentity,
  PeerStream,
  Swarm,
  SwarmConnection,
  SwarmOptions
} from '../swarm/swarm.ts'
import type { BitswapExchange } from './bitswap/bitswap-exchange.ts'
import { dialFailures } from './dialing/dial-failures.ts'
import type { DialFailure } from './dialing/dial-failures.ts'
import { measureLatency } from './dialing/measure-latency.ts'
import type { Holder } from './host/swarm-transport.ts'
import { IdentifiedConnections } from './identify/identified-connections.ts'
import { resourceUsage } from './limits/resource-usage.ts'
import { libp2pPeerStream } from './streams/libp2p-peer-stream.ts'

/** Timeout of a dial with all addresses (go-libp2p `DialTimeoutLocal` and `DialTimeout`, 5 s and 60 s). */
const DIAL_MS = 30_000

/** Timeout of the stop: libp2p gives each connection half a second to close. */
const STOP_MS = 10_000

/** Time for a graceful close of a connection by hand; go-libp2p cuts it at once. */
const CLOSE_MS = 500

/** Streams of one custom protocol per connection and direction. */
const MAX_MOUNTED_STREAMS = 256

export interface Libp2pSwarmInit {
  libp2p: Libp2p
  exchange: BitswapExchange
  pubsub: Pubsub | undefined
  namePubsub: NamePubsub | undefined
  dht: Dht | undefined
  /** returns the reason why an address cannot be dialled here; undefined if it can */
  undialable: (address: Multiaddr) => string | undefined
  /** holders of the connections of some transports */
  holders: ReadonlyArray<Pick<Holder, 'holds' | 'isOpen'>>
  resolve: Swarm['resolve']
  findPeer: SwarmDeps['findPeer']
  listening: () => Multiaddr[]
  reachability: () => AddressReachability
  limits: SwarmResources['limits']
  /** dials the peers of peering now */
  retry: () => void
  /** ends peering and releases other resources, before libp2p stops */
  release: () => Promise<void>
}

/** A swarm on libp2p (github.com/libp2p/js-libp2p). */
export class Libp2pSwarm implements Swarm {
  readonly #init: Libp2pSwarmInit
  readonly #libp2p: Libp2p
  readonly #identified: IdentifiedConnections
  readonly #watchers = new Set<ConnectionWatcher>()

  constructor (init: Libp2pSwarmInit) {
    this.#init = init
    this.#libp2p = init.libp2p
    this.#identified = new IdentifiedConnections(init.libp2p)
    const changed = (): void => {
      this.#watchers.forEach((watcher) => {
        watcher.changed()
      })
    }

    for (const type of ['connection:open', 'connection:close', 'peer:identify', 'self:peer:update'] as const) {
      init.libp2p.addEventListener(type, changed)
    }
  }

  get exchange (): BitswapExchange {
    return this.#init.exchange
  }

  get pubsub (): Pubsub | undefined {
    return this.#init.pubsub
  }

  get namePubsub (): NamePubsub | undefined {
    return this.#init.namePubsub
  }

  get dht (): Dht | undefined {
    return this.#init.dht
  }

  connections (): SwarmConnection[] {
    return this.#open().map(({ remotePeer, remoteAddr, direction, limits, rtt, streams }) => ({
      peer: remotePeer.toString(),
      address: withoutPeer(remoteAddr, remotePeer),
      direction,
      isLimited: limits != null,
      latencyMs: rtt,
      // Streams that are being closed are left out.
      streams: streams.filter(({ status, writeStatus }) => status === 'open' && writeStatus === 'writable').map((
        { protocol }
      ) => protocol)
    }))
  }

  watchConnections (watcher: ConnectionWatcher): () => void {
    this.#watchers.add(watcher)
    return () => {
      this.#watchers.delete(watcher)
    }
  }

  addresses (): string[] {
    return this.#libp2p.getMultiaddrs().map((address) => withoutPeer(address, this.#libp2p.peerId))
  }

  listenAddresses (): string[] {
    return this.#init.listening().map((address) => withoutPeer(address, this.#libp2p.peerId))
  }

  reachability (): AddressReachability {
    return this.#init.reachability()
  }

  protocols (): string[] {
    return this.#libp2p.getProtocols().sort()
  }

  async knownAddresses (): Promise<Map<string, string[]>> {
    const known = new Map([[this.#libp2p.peerId.toString(), this.addresses().sort()]])

    for (const { id, addresses } of await this.#libp2p.peerStore.all()) {
      if (!id.equals(this.#libp2p.peerId)) {
        known.set(id.toString(), addresses.map(({ multiaddr }) => withoutPeer(multiaddr, id)).sort())
      }
    }

    return known
  }

  async identity (peer: string): Promise<PeerIdentity | undefined> {
    const known = await ifFound(async () => await this.#libp2p.peerStore.get(peerIdFromString(peer)))

    return known == null ? undefined : {
      id: peer,
      publicKey: known.id.publicKey == null ? undefined : publicKeyToProtobuf(known.id.publicKey),
      addresses: known.addresses.map(({ multiaddr }) => withoutPeer(multiaddr, known.id)),
      agentVersion: new TextDecoder().decode(known.metadata.get('AgentVersion')),
      protocols: known.protocols
    }
  }

  async connect ({ ID, Addrs }: PeerAddresses, { signal }: SwarmOptions): Promise<void> {
    const id = peerIdFromString(ID)

    if (id.equals(this.#libp2p.peerId)) {
      throw new Error('failed to dial: dial to self attempted')
    }

    const [open] = this.#open(id)

    // A relayed connection has limits: given addresses are tried for a better one.
    if (open == null || (open.limits != null && Addrs.length > 0)) {
      const connection = await this.#dial(id, Addrs.map((address) => multiaddr(address)), signal)
      await unlessAborted(this.#identified.wait(connection), signal)
    } else {
      await unlessAborted(this.#identified.wait(open), signal)
    }
  }

  needsPage (addresses: readonly string[]): boolean {
    return this.#init.holders.some((holder) =>
      !holder.isOpen && addresses.some((address) => holder.holds(multiaddr(address)))
    )
  }

  async disconnect (peer: string, { signal, address }: SwarmOptions & { address?: string }): Promise<void> {
    const id = peerIdFromString(peer)
    const connections = this.#open(id).filter(({ remoteAddr }) =>
      address == null || withoutPeer(remoteAddr, id) === address
    )

    await Promise.all(connections.map(async (connection) => {
      await connection.close({ signal: timeLimit(CLOSE_MS, signal) }).catch(() => {
        connection.abort(new Error('the connection was closed'))
      })
    }))

    if (this.#open(id).length === 0) {
      this.#watchers.forEach((watcher) => {
        watcher.dropped(peer)
      })
    }

    if (connections.length === 0) {
      throw new NotConnectedError(address != null)
    }
  }

  async resolve (address: string, options: SwarmOptions): Promise<string[]> {
    return await this.#init.resolve(address, options)
  }

  async ping (peer: string, { signal }: SwarmOptions): Promise<number> {
    await this.connect({ ID: peer, Addrs: [] }, { signal })
    const [connection] = this.#open(peerIdFromString(peer))

    if (connection == null) {
      throw new NotConnectedError(false)
    }

    const ms = await measureLatency(connection, { signal })
    connection.rtt = ms
    return ms
  }

  async openStream (peer: string, protocol: string, { signal }: SwarmOptions): Promise<PeerStream> {
    const [connection] = this.#open(peerIdFromString(peer))

    if (connection == null) {
      throw new NotConnectedError(false)
    }

    return libp2pPeerStream(
      await connection.newStream(protocol, { signal, maxOutboundStreams: MAX_MOUNTED_STREAMS }),
      peer
    )
  }

  async handleStreams (protocol: string, taken: (stream: PeerStream) => void): Promise<() => Promise<void>> {
    await this.#libp2p.handle(protocol, (stream, connection) => {
      taken(libp2pPeerStream(stream, connection.remotePeer.toString()))
    }, { maxInboundStreams: MAX_MOUNTED_STREAMS, maxOutboundStreams: MAX_MOUNTED_STREAMS })
    return async () => {
      await this.#libp2p.unhandle(protocol)
    }
  }

  resources (): SwarmResources {
    return { ...resourceUsage(this.#open()), limits: this.#init.limits }
  }

  retry (): void {
    this.#init.retry()
  }

  /**
   * Stops the swarm. After a timeout, for example of a transport that waits for its browser, it aborts the connections
   * and returns.
   */
  async stop (): Promise<void> {
    const stopping = (async () => {
      await this.#init.release()
      await this.#libp2p.stop()
    })()

    const ended = await settledWithin(stopping, STOP_MS)

    if (ended === 'late') {
      this.#libp2p.getConnections().forEach((connection) => {
        connection.abort(new Error('the swarm has stopped'))
      })
    } else if ('error' in ended) {
      throw ended.error
    }
  }

  /**
   * Returns the open connections. Unlimited ones come first, then the newest: a lost connection may go unnoticed for
   * long.
   */
  #open (peer?: PeerId): Connection[] {
    return this.#libp2p.getConnections(peer).filter(({ status }) => status === 'open').sort((a, b) =>
      Number(a.limits != null) - Number(b.limits != null) || b.timeline.open - a.timeline.open
    )
  }

  async #dial (id: PeerId, given: Multiaddr[], signal: AbortSignal): Promise<Connection> {
    const peer = id.toString()
    const known = await ifFound(async () => await this.#libp2p.peerStore.get(id))
    const { addresses: near, failures: refused } = await this.#resolved(id, [
      ...given,
      ...known?.addresses.map(({ multiaddr }) => multiaddr) ?? []
    ], signal)
    const addresses = near.length > 0
      ? near
      : (await this.#init.findPeer(peer, { signal })).map((address) => multiaddr(address))

    if (addresses.length === 0 && refused.length === 0) {
      throw new RoutingNotFoundError()
    }

    const addressesByText = new Map(addresses.map((address) => [withoutPeer(address, id), address]))
    const good: Multiaddr[] = []

    for (const [text] of addressesByText) {
      const address = multiaddr(`${text}/p2p/${peer}`)
      const reason = this.#init.undialable(address)

      if (reason == null) {
        good.push(address)
      } else {
        refused.push({ address: text, reason })
      }
    }

    if (good.length === 0) {
      throw new DialError(peer, refused, { isTried: false })
    }

    try {
      return await this.#libp2p.dial(good, { signal: timeLimit(DIAL_MS, signal) })
    } catch (err) {
      signal.throwIfAborted()
      throw new DialError(peer, [
        ...refused,
        ...dialFailures(err as Error, good, (address) => withoutPeer(address, id))
      ])
    }
  }

  /**
   * Replaces /dnsaddr addresses by the results of DNS. A browser often has no resolver: then routers may know the peer.
   *
   * @throws the signal's reason
   */
  async #resolved (
    id: PeerId,
    addresses: readonly Multiaddr[],
    signal: AbortSignal
  ): Promise<{ addresses: Multiaddr[]; failures: DialFailure[] }> {
    const failures: DialFailure[] = []

    const found = await Promise.all(addresses.map(async (address) => {
      if (!address.getComponents().some(({ name }) => name === 'dnsaddr')) {
        return [address]
      }

      try {
        return (await this.#init.resolve(address.toString(), { signal })).map((text) => multiaddr(text)).filter((
          found
        ) => splitP2p(found).id === id.toString())
      } catch (err) {
        signal.throwIfAborted()
        failures.push({ address: withoutPeer(address, id), reason: errorMessage(err) })
        return []
      }
    }))

    return { addresses: found.flat(), failures }
  }
}

/** Returns an address without the ID of its target peer; relays on the way stay. */
function withoutPeer (address: Multiaddr, peer: PeerId): string {
  const { id, transport } = splitP2p(address)
  return id === peer.toString() ? transport ?? '' : address.toString()
}
