import type { Multiaddr } from '@multiformats/multiaddr'
import type { Libp2pInit } from 'libp2p'
import type { TransportName } from './swarm-settings.ts'

/** A transport of the host, with its use. */
export interface SwarmTransport {
  name: TransportName
  make: NonNullable<Libp2pInit['transports']>[number]
  /** Returns whether it listens on an address of the settings; if left out, it listens on none of them. */
  listens?: (address: Multiaddr) => boolean
  /** address on which it listens independently of the settings */
  listensOn?: string
  /** a transport that it depends on */
  needs?: TransportName
  /** holder of its connections outside the worker, such as a page */
  holder?: Holder
}

/** A context that holds connections, and may go away at any time. */
export interface Holder {
  /** returns whether it holds the connections at an address */
  holds: (address: Multiaddr) => boolean
  /** whether there is one: without it this node is unreachable at such an address */
  readonly isOpen: boolean
  /**
   * Calls `gone` before the holder goes away, while its connections are still open, and `came` when there is another
   * one.
   *
   * @returns a function that stops watching
   */
  watch: (listeners: { gone: () => void; came: () => void }) => () => void
}
