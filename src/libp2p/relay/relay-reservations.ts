import type { Libp2p, PeerId } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'

/** Addresses per relay that are announced: a relay may claim as many as fit into 4 MiB. */
const MAX_ADDRESSES = 64

/** The parts of the transports that it uses. */
export interface RelayParts {
  listen: (addresses: Multiaddr[]) => Promise<void>
  getTransports: () => unknown[]
}

/**
 * The reservation store of the relay transport (@libp2p/circuit-relay-v2 `ReservationStore`, which is not exported).
 */
interface Store {
  reservations: { set: (relay: PeerId, place: { reservation: { addrs: Uint8Array[] } }) => unknown }
  hasReservation: (relay: PeerId) => boolean
  /** relays that are never asked again, because they did not relay or could not be dialled */
  relayFilter: { remove: (relay: Uint8Array) => unknown }
  addRelay: (relay: PeerId, type: 'configured') => Promise<unknown>
  addEventListener: (type: 'relay:removed', listener: (event: CustomEvent<{ relay: PeerId }>) => void) => void
}

/** Reservations at configured relays: each makes this node reachable at the relay's addresses, `…/p2p-circuit`. */
export class RelayReservations {
  readonly #libp2p: Libp2p
  readonly #parts: RelayParts
  /** relays with a listener, which picks up their addresses whenever there is a reservation */
  readonly #listening = new Set<string>()

  constructor (libp2p: Libp2p, parts: RelayParts) {
    this.#libp2p = libp2p
    this.#parts = parts
    const places = this.#store?.reservations
    const set = places?.set.bind(places)

    Object.assign(places ?? {}, {
      set: (relay: PeerId, place: Parameters<Store['reservations']['set']>[1]) => {
        place.reservation.addrs = place.reservation.addrs.slice(0, MAX_ADDRESSES)
        return set?.(relay, place)
      }
    })
  }

  /**
   * Starts watching the reservations.
   *
   * @param lost - called with the relay of each ended reservation
   */
  start (lost: (relay: string) => void): void {
    this.#store?.addEventListener('relay:removed', ({ detail }) => {
      lost(detail.relay.toString())
    })
  }

  has (relay: string): boolean {
    return this.#store?.hasReservation(peerIdFromString(relay)) === true
  }

  /**
   * Reserves a place at a connected relay.
   *
   * @throws an Error with the reason if it refuses
   */
  async reserve (relay: string): Promise<void> {
    const id = peerIdFromString(relay)
    // A Kubo starts relaying when it knows that it is reachable, minutes after its start.
    this.#store?.relayFilter.remove(id.toMultihash().bytes)

    if (this.#listening.has(relay)) {
      await this.#store?.addRelay(id, 'configured')
      return
    }

    const connection = this.#libp2p.getConnections(id).find(({ limits }) => limits == null)

    if (connection == null) {
      throw new Error(`not connected to the relay ${relay}`)
    }

    const address = connection.remoteAddr.toString()
    await this.#parts.listen([
      multiaddr(`${address}${address.endsWith(`/p2p/${relay}`) ? '' : `/p2p/${relay}`}/p2p-circuit`)
    ])
    this.#listening.add(relay)
  }

  get #store (): Store | undefined {
    return this.#parts.getTransports().map((transport) => (transport as { reservationStore?: Store }).reservationStore)
      .find((store) => store != null)
  }
}
