import type { Libp2pInit } from 'libp2p'
import type { Multiaddr } from '@multiformats/multiaddr'
import type { TransportName } from './swarm-settings.ts'

/** A way to others, as the shell of the node has it. */
export interface SwarmTransport {
  name: TransportName
  make: NonNullable<Libp2pInit['transports']>[number]
  /** whether it listens on such an address of the settings; left out where it listens on none of them */
  listens?: (address: Multiaddr) => boolean
  /** listened on whatever the settings say */
  listensOn?: string
  /** without this one it cannot be used */
  needs?: TransportName
  /** where something else holds its connections, such as a page */
  holder?: Holder
}

/** What holds connections, and may go at any time. */
export interface Holder {
  /** whether it holds the connections at such an address */
  holds: (address: Multiaddr) => boolean
  /** whether there is one: without it nobody reaches this node at such an address */
  readonly isOpen: boolean
  /** Tells when it is about to go, its connections still open, and when there is another one. @returns stops it */
  watch: (listeners: { gone: () => void, came: () => void }) => () => void
}
