import type { Multiaddr } from '@multiformats/multiaddr'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'

/** Sockets of the operating system, if the shell has them. Browsers do not. */
export interface StreamSockets {
  /**
   * Opens a connection.
   *
   * @throws an Error if it fails, or the address is not supported
   */
  connect: (address: Multiaddr, options: { signal: AbortSignal }) => Promise<ByteDuplex>
  /**
   * Listens at an address.
   *
   * @param came - called with each connection and its remote address
   * @returns the address with the chosen port, and a function that stops listening
   * @throws an Error if it fails
   */
  listen: (
    address: Multiaddr,
    came: (socket: ByteDuplex, from: Multiaddr) => void
  ) => Promise<{ address: Multiaddr; close: () => void }>
}
