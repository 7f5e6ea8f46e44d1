import type { Libp2p, PeerId } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'

/** Of a relay more addresses are not told to others: it may say that it has as many as fit into 4 MiB, and each of our peers would be told of them again and again. */
const MAX_ADDRESSES = 64

/** What of the transports it uses. */
export interface RelayParts {
  listen: (addresses: Multiaddr[]) => Promise<void>
  getTransports: () => unknown[]
}

/** Places at relays, as the transport of relays keeps them (@libp2p/circuit-relay-v2 `ReservationStore`, which it does not give out). */
interface Store {
  reservations: { set: (relay: PeerId, place: { reservation: { addrs: Uint8Array[] } }) => unknown }
  hasReservation: (relay: PeerId) => boolean
  /** relays that are never asked again, since they did not relay when they were asked, or could not be dialled */
  relayFilter: { remove: (relay: Uint8Array) => unknown }
  addRelay: (relay: PeerId, type: 'configured') => Promise<unknown>
  addEventListener: (type: 'relay:removed', listener: (event: CustomEvent<{ relay: PeerId }>) => void) => void
}

/** Places at relays that are named: each makes this node reachable at the relay's addresses, `…/p2p-circuit`. */
export class RelayReservations {
  readonly #libp2p: Libp2p
  readonly #parts: () => RelayParts | undefined
  /** relays that a listener is there for; it takes up their addresses whenever there is a place again */
  readonly #listening = new Set<string>()

  constructor (libp2p: Libp2p, parts: () => RelayParts | undefined) {
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

  /** @param lost - told of each relay whose place is gone */
  start (lost: (relay: string) => void): void {
    this.#store?.addEventListener('relay:removed', ({ detail }) => { lost(detail.relay.toString()) })
  }

  has (relay: string): boolean {
    return this.#store?.hasReservation(peerIdFromString(relay)) === true
  }

  /** Reserves a place at a relay that this node is connected to. @throws why there is none */
  async reserve (relay: string): Promise<void> {
    const id = peerIdFromString(relay)
    // a Kubo relays as soon as it knows that it can be reached, minutes behind its start
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
    await this.#parts()?.listen([multiaddr(`${address}${address.endsWith(`/p2p/${relay}`) ? '' : `/p2p/${relay}`}/p2p-circuit`)])
    this.#listening.add(relay)
  }

  get #store (): Store | undefined {
    return this.#parts()?.getTransports().map((transport) => (transport as { reservationStore?: Store }).reservationStore).find((store) => store != null)
  }
}
