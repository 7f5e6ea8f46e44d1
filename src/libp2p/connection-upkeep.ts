import type { Libp2p } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { ConfigStore } from '../config/config-store.ts'
import type { Logs } from '../log/logs.ts'
import { readablePeers } from '../net/addresses/peer-addresses.ts'
import { bootstrapPeers } from '../net/bootstrap/bootstrap-peers.ts'
import { Peering } from '../net/peering.ts'
import { PeeringService } from '../swarm/peers/peering-service.ts'
import type { PeeringServiceInit } from '../swarm/peers/peering-service.ts'
import { Reconnector } from './dialing/reconnector.ts'
import { trimSettings } from './host/swarm-settings.ts'
import type { Holder } from './host/swarm-transport.ts'
import { ConnectionTrimmer } from './limits/connection-trimmer.ts'
import { ConnectionReversal } from './relay/connection-reversal.ts'
import { RelayReservations } from './relay/relay-reservations.ts'
import type { RelayParts } from './relay/relay-reservations.ts'

export interface ConnectionUpkeepInit {
  libp2p: Libp2p
  transports: RelayParts
  config: ConfigStore
  peering: Peering
  holders: readonly Holder[]
  /** multiaddrs of the relays to reserve a place at; undefined if relays are off */
  relays: readonly string[] | undefined
  /** whether the node is reachable through relays only */
  isPrivate: boolean
  /** whether `auto` in the configuration means the recommended bootstrap peers */
  auto: boolean
  /** returns the reason why an address cannot be dialled here; undefined if it can */
  undialable: (address: Multiaddr) => string | undefined
  connect: PeeringServiceInit['connect']
  logs: Logs
}

/**
 * Opens and closes connections in the background: peering and bootstrapping, reservations at relays, reconnecting after
 * a lost connection holder, connection reversal and trimming.
 */
export class ConnectionUpkeep {
  readonly #libp2p: Libp2p
  readonly #peers: PeeringService
  /** keeps a reservation at each relay, as peering keeps a connection */
  readonly #relays: PeeringService
  readonly #reservations: RelayReservations
  readonly #reconnector: Reconnector
  readonly #reversal: ConnectionReversal | undefined
  readonly #trimmer: ConnectionTrimmer | undefined

  constructor ({ libp2p, transports, config, relays, isPrivate, auto, ...init }: ConnectionUpkeepInit) {
    const { peering, holders, undialable, connect, logs } = init
    const self = libp2p.peerId.toString()
    const reservations = new RelayReservations(libp2p, transports)
    this.#libp2p = libp2p
    this.#reservations = reservations

    this.#peers = new PeeringService({
      peering,
      bootstrap: () => bootstrapPeers(config, { auto }),
      self,
      isConnected: (peer) => libp2p.getConnections(peerIdFromString(peer)).length > 0,
      connections: () => libp2p.getPeers().length,
      connect,
      log: (kind) => logs.logger(kind)
    })

    this.#relays = new PeeringService({
      peering: new Peering(readablePeers(relays ?? [])),
      bootstrap: () => [],
      self,
      isConnected: (relay) => reservations.has(relay),
      connections: () => 0,
      connect: async (relay, options) => {
        await connect(relay, options)
        await reservations.reserve(relay.ID)
        logs.logger('autorelay').info('a place at a relay was reserved', { relay: relay.ID })
      },
      log: () => logs.logger('autorelay')
    })

    this.#reconnector = new Reconnector(libp2p, holders, connect)

    // A node that is reachable through relays only calls back (connection reversal). Kubo uses this setting for all of
    // DCUtR.
    this.#reversal = isPrivate && relays != null && config.get<boolean | null>('Swarm.EnableHolePunching') !== false
      ? new ConnectionReversal({ libp2p, undialable })
      : undefined

    const trims = trimSettings(config)
    this.#trimmer = trims == null ? undefined : new ConnectionTrimmer({
      ...trims,
      libp2p,
      isProtected: (peer) => reservations.has(peer) || peering.list().some(({ ID }) => ID === peer)
    })
  }

  /** Watches events of libp2p. Called before libp2p starts, so that none is missed. */
  listen (): void {
    this.#libp2p.addEventListener('peer:disconnect', ({ detail }) => {
      this.#peers.disconnected(detail.toString())
      this.#relays.disconnected(detail.toString())
    })
    this.#reversal?.start()
  }

  start (): void {
    this.#peers.start()
    this.#reservations.start((relay) => {
      this.#relays.disconnected(relay)
    })
    this.#relays.start()
    this.#reconnector.start()
    this.#trimmer?.start()
  }

  /** Dials disconnected peers and relays at once, because the network may be back. */
  retry (): void {
    this.#peers.retry()
    this.#relays.retry()
  }

  stop (): void {
    this.#trimmer?.stop()
    this.#peers.stop()
    this.#relays.stop()
    this.#reconnector.stop()
    this.#reversal?.stop()
  }
}
