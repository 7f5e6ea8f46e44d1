import { circuitRelayServer, RELAY_V2_HOP_CODEC, RELAY_V2_STOP_CODEC } from '@libp2p/circuit-relay-v2'
import type { CircuitRelayServerComponents, CircuitRelayService } from '@libp2p/circuit-relay-v2'
import type { Libp2pEvents, PeerId, Startable, TypedEventTarget } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { RelayServiceSettings } from './relay-service-settings.ts'

/** The parts of libp2p that it uses. */
export type RelayServiceParts = CircuitRelayServerComponents & { events: TypedEventTarget<Libp2pEvents> }

/** A place, as @libp2p/circuit-relay-v2 keeps it. */
interface Place {
  addr: Multiaddr
  signal: { clear: () => void }
}

/**
 * A relay (libp2p circuit relay v2) by Kubo's settings: the server of @libp2p/circuit-relay-v2, with what it lacks of go-libp2p's limits.
 * One peer is an end of so many connections only, one address has so many places, and who has gone leaves its own.
 */
export class RelayService implements Startable {
  readonly #parts: RelayServiceParts
  readonly #settings: RelayServiceSettings
  readonly #server: CircuitRelayService & Startable

  constructor (parts: RelayServiceParts, settings: RelayServiceSettings) {
    this.#parts = parts
    this.#settings = settings
    const { registrar, peerStore, addressManager, peerId, privateKey, connectionManager, logger } = parts
    const { durationMs, dataBytes, ttlMs, maxReservations, maxCircuits } = settings

    this.#server = circuitRelayServer({
      maxInboundHopStreams: maxCircuits + 1, // and one to ask for a place
      maxOutboundStopStreams: maxCircuits,
      reservations: { maxReservations, reservationTtl: ttlMs, defaultDurationLimit: durationMs, defaultDataLimit: BigInt(dataBytes) }
    })({
      registrar,
      peerStore,
      addressManager,
      peerId,
      privateKey,
      connectionManager,
      logger,
      connectionGater: {
        ...parts.connectionGater,
        denyInboundRelayReservation: (peer) => this.#isCrowded(peer),
        denyOutboundRelayedConnection: (from, to) => this.#circuits(from) > maxCircuits || this.#circuits(to) >= maxCircuits
      }
    } as CircuitRelayServerComponents) as CircuitRelayService & Startable
  }

  async start (): Promise<void> {
    await this.#server.start()
    this.#parts.events.addEventListener('peer:disconnect', this.#left)
  }

  async stop (): Promise<void> {
    this.#parts.events.removeEventListener('peer:disconnect', this.#left)
    await this.#server.stop()
  }

  /** As in go-libp2p, which keeps a place as long as the connection. */
  readonly #left = ({ detail }: CustomEvent<PeerId>): void => {
    const places = this.#server.reservations
    // its clock would end another place that the peer takes later
    ;(places.get(detail) as unknown as Place | undefined)?.signal.clear()
    places.delete(detail)
  }

  /** Whether others at the address of a peer have all the places that there are for one. */
  #isCrowded (peer: PeerId): boolean {
    const [connection] = this.#parts.connectionManager.getConnections(peer)

    if (connection == null) {
      return true
    }

    const host = hostOf(connection.remoteAddr)
    const others = [...this.#server.reservations.entries()].filter(([other, { addr }]) => !other.equals(peer) && hostOf(addr) === host)
    return others.length >= this.#settings.maxReservationsPerIp
  }

  /** Connections through this relay that a peer is an end of, also those that are being made. */
  #circuits (peer: PeerId): number {
    return this.#parts.connectionManager.getConnections(peer).flatMap(({ streams }) => streams)
      .filter(({ protocol, direction }) => protocol === (direction === 'inbound' ? RELAY_V2_HOP_CODEC : RELAY_V2_STOP_CODEC)).length
  }
}

function hostOf (address: Multiaddr): string | undefined {
  return address.getComponents()[0]?.value
}
