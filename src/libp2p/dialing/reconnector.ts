import type { Libp2p } from '@libp2p/interface'
import { timeLimit } from '../../async/signals/time-limit.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { Holder } from '../host/swarm-transport.ts'

/** Timeout of one attempt. */
const DIAL_MS = 20_000

type Connect = (peer: PeerAddresses, options: { signal: AbortSignal }) => Promise<void>

/**
 * Reconnects to peers after their connections were lost together with their holder, for example a page, as soon as
 * there is another holder.
 */
export class Reconnector {
  readonly #libp2p: Pick<Libp2p, 'getConnections'>
  readonly #holders: readonly Holder[]
  readonly #connect: Connect
  readonly #stopping = new AbortController()
  #unwatch: Array<() => void> = []

  constructor (libp2p: Pick<Libp2p, 'getConnections'>, holders: readonly Holder[], connect: Connect) {
    this.#libp2p = libp2p
    this.#holders = holders
    this.#connect = connect
  }

  start (): void {
    this.#unwatch = this.#holders.map((holder) => {
      /** addresses at which the lost peers were dialled; none for peers that dialled, which are looked up */
      const lost = new Map<string, string[]>()

      return holder.watch({
        gone: () => {
          for (
            const { remotePeer, remoteAddr, direction } of this.#libp2p.getConnections().filter(({ remoteAddr }) =>
              holder.holds(remoteAddr)
            )
          ) {
            const id = remotePeer.toString()
            lost.set(id, [...lost.get(id) ?? [], ...direction === 'outbound' ? [remoteAddr.toString()] : []])
          }
        },

        came: () => {
          const peers = [...lost]
          lost.clear()
          // By then the lost connections are closed and no longer counted.
          setTimeout(() => {
            peers.forEach(([ID, Addrs]) => {
              this.#dial({ ID, Addrs })
            })
          })
        }
      })
    })
  }

  stop (): void {
    this.#unwatch.forEach((stop) => {
      stop()
    })
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
  }

  /** Dials a peer once, without retry. */
  #dial (peer: PeerAddresses): void {
    if (!this.#stopping.signal.aborted) {
      this.#connect(peer, { signal: timeLimit(DIAL_MS, this.#stopping.signal) }).catch(() => {})
    }
  }
}
