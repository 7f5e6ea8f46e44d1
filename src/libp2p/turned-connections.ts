import type { Connection, IdentifyResult, Libp2p } from '@libp2p/interface'
import { isPrivate } from '@libp2p/utils'
import type { Multiaddr } from '@multiformats/multiaddr'
import { timeLimit } from '../async/time-limit.ts'
import { isRelayed } from './is-relayed.ts'

/** Each of the addresses has its own limit; together they take no longer. */
const DIAL_MS = 30_000

/** Who calls through a relay names where it is: no more of it is tried than a node has. */
const MAX_ADDRESSES = 16

interface TurnedConnectionsInit {
  libp2p: Libp2p
  /** why an address cannot be dialled here; undefined where it can */
  undialable: (address: Multiaddr) => string | undefined
}

/**
 * Turns connections round that come through a relay: whoever has called where it can be called itself is dialled there, since a relay carries little, and bitswap of
 * boxo nothing at all over it. This is how DCUtR begins (libp2p specs, `relay/DCUtR.md`, "connection reversal"), and all of it that a browser can do: it has no port
 * that a peer could punch a hole to. Addresses that are private are dialled only where the relay is in that network too.
 */
export class TurnedConnections {
  readonly #libp2p: Libp2p
  readonly #undialable: TurnedConnectionsInit['undialable']
  readonly #stopping = new AbortController()

  constructor ({ libp2p, undialable }: TurnedConnectionsInit) {
    this.#libp2p = libp2p
    this.#undialable = undialable
  }

  start (): void {
    this.#libp2p.addEventListener('peer:identify', this.#identified)
  }

  stop (): void {
    this.#libp2p.removeEventListener('peer:identify', this.#identified)
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
  }

  readonly #identified = ({ detail: { connection, listenAddrs } }: CustomEvent<IdentifyResult>): void => {
    if (connection.direction === 'inbound' && connection.limits != null) {
      this.#dial(connection, listenAddrs)
    }
  }

  #dial ({ remotePeer, remoteAddr }: Connection, addresses: readonly Multiaddr[]): void {
    const isNear = isPrivate(remoteAddr)
    const direct = addresses.filter((address) => !isRelayed(address) && this.#undialable(address) == null && (isNear || !isPrivate(address))).slice(0, MAX_ADDRESSES)

    if (direct.length > 0) {
      const whole = direct.map((address) => address.getComponents().at(-1)?.name === 'p2p' ? address : address.encapsulate(`/p2p/${remotePeer}`))
      this.#libp2p.dial(whole, { signal: timeLimit(DIAL_MS, this.#stopping.signal) }).catch(() => {})
    }
  }
}
