import type { Connection, IdentifyResult, Libp2p } from '@libp2p/interface'
import { isPrivate } from '@libp2p/utils'
import type { Multiaddr } from '@multiformats/multiaddr'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { isRelayed } from '../addresses/address-scope.ts'

/** Timeout for all addresses together; each address has a timeout too. */
const DIAL_MS = 30_000

/** Limit of the addresses that are tried: a caller may claim any number. */
const MAX_ADDRESSES = 16

interface ConnectionReversalInit {
  libp2p: Libp2p
  /** returns the reason why an address cannot be dialled here; undefined if it can */
  undialable: (address: Multiaddr) => string | undefined
}

/**
 * Connection reversal: dials callers that connect through a relay at their direct addresses. Relayed connections are
 * limited, and boxo does not use bitswap over them.
 *
 * It is the first step of DCUtR (libp2p specs, `relay/DCUtR.md`, "connection reversal"), and the only one for a
 * browser, which has no port for hole punching. Private addresses are dialled only if the relay is in a private network
 * too.
 */
export class ConnectionReversal {
  readonly #libp2p: Libp2p
  readonly #undialable: ConnectionReversalInit['undialable']
  readonly #stopping = new AbortController()

  constructor ({ libp2p, undialable }: ConnectionReversalInit) {
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
    const isPrivateRemote = isPrivate(remoteAddr)
    const direct = addresses.filter((address) =>
      !isRelayed(address) && this.#undialable(address) == null && (isPrivateRemote || !isPrivate(address))
    ).slice(0, MAX_ADDRESSES)

    if (direct.length > 0) {
      const complete = direct.map((address) =>
        address.getComponents().at(-1)?.name === 'p2p' ? address : address.encapsulate(`/p2p/${remotePeer}`)
      )
      this.#libp2p.dial(complete, { signal: timeLimit(DIAL_MS, this.#stopping.signal) }).catch(() => {})
    }
  }
}
