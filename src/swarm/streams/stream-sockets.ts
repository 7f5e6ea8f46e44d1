import type { Multiaddr } from '@multiformats/multiaddr'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'

/** Sockets of the machine, where the shell of the node has them: a browser has none. */
export interface StreamSockets {
  /** @throws why there is no connection, and for an address of another kind */
  connect: (address: Multiaddr, options: { signal: AbortSignal }) => Promise<ByteDuplex>
  /**
   * @param came - called with each connection and the address that it comes from
   * @returns the address with the port that was chosen, and what ends it
   * @throws why it cannot be listened on
   */
  listen: (address: Multiaddr, came: (socket: ByteDuplex, from: Multiaddr) => void) => Promise<{ address: Multiaddr, close: () => void }>
}
