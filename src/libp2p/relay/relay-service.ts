import { circuitRelayServer, RELAY_V2_HOP_CODEC, RELAY_V2_STOP_CODEC } from '@libp2p/circuit-relay-v2'
import type { CircuitRelayServerComponents, CircuitRelayService } from '@libp2p/circuit-relay-v2'
import type { Libp2pEvents, PeerId, Startable, TypedEventTarget } from '@libp2p/interface'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { RelayServiceSettings } from './relay-service-settings.ts'

/** The parts of libp2p that it uses. */
export type RelayServiceParts = CircuitRelayServerComponents & { events: TypedEventTarget<Libp2pEvents> }

/** A reservation, as @libp2p/circuit-relay-v2 stores it. */
interface Place {
  addr: Multiaddr
  signal: { clear: () => void }
}

/**
 * A circuit relay v2 with Kubo's settings: the server of @libp2p/circuit-relay-v2 plus the limits of go-libp2p that it
 * lacks: relayed connections per peer, reservations per address, and reservations that end with their connection.
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
      maxInboundHopStreams: maxCircuits + 1, // one more, to ask for a reservation
      maxOutboundStopStreams: maxCircuits,
      reservations: {
        maxReservations,
        reservationTtl: ttlMs,
        defaultDurationLimit: durationMs,
        defaultDataLimit: BigInt(dataBytes)
      }
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
        denyOutboundRelayedConnection: (from, to) =>
          this.#circuits(from) > maxCircuits || this.#circuits(to) >= maxCircuits
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

  /** Ends the reservation of a disconnected peer, as go-libp2p does. */
  readonly #left = ({ detail }: CustomEvent<PeerId>): void => {
    const places = this.#server.reservations // Its timer would end a later reservation of the same peer.
    ;(places.get(detail) as unknown as Place | undefined)?.signal.clear()
    places.delete(detail)
  }

  /** Returns whether peers at the same address hold all reservations of that address. */
  #isCrowded (peer: PeerId): boolean {
    const [connection] = this.#parts.connectionManager.getConnections(peer)

    if (connection == null) {
      return true
    }

    const host = firstHost(connection.remoteAddr)
    const others = [...this.#server.reservations.entries()].filter(([other, { addr }]) =>
      !other.equals(peer) && firstHost(addr) === host
    )
    return others.length >= this.#settings.maxReservationsPerIp
  }

  /** Returns the number of relayed connections of a peer, including pending ones. */
  #circuits (peer: PeerId): number {
    return this.#parts.connectionManager.getConnections(peer).flatMap(({ streams }) => streams)
      .filter(({ protocol, direction }) =>
        protocol === (direction === 'inbound' ? RELAY_V2_HOP_CODEC : RELAY_V2_STOP_CODEC)
      ).length
  }
}

function firstHost (address: Multiaddr): string | undefined {
  return address.getComponents()[0]?.value
}
