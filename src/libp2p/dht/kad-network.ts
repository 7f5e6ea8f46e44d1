import type { KadAnswer, KadRequest } from './kad-message.ts'
import type { KadPeer } from './kad-peer.ts'

/** What the DHT needs of connections to peers. */
export interface KadNetwork {
  /** this node, in base58 */
  readonly self: string
  isConnected: (peer: string) => boolean
  /** Addresses that a connected peer is known by, and those that its connections have. */
  addressesOf: (peer: string) => Promise<{ known: Uint8Array[], connected: Uint8Array[] }>
  /** Sees to it that there is a connection. @throws an Error where there is no way to it from here, or none that works */
  connect: (peer: KadPeer, options: { signal: AbortSignal }) => Promise<void>
  /** Sends a message to a connected peer and waits for what it says. @throws an Error where it does not answer in time */
  ask: (peer: string, protocol: string, request: KadRequest, options: { signal: AbortSignal }) => Promise<KadAnswer>
  /** Sends a message that has no answer: whether the peer takes it nobody hears. @throws an Error where it cannot be sent */
  tell: (peer: string, protocol: string, request: KadRequest, options: { signal: AbortSignal }) => Promise<void>
  /** Tells of connected peers that say that they speak a protocol. */
  watch: (protocol: string, came: (peer: string) => void, left: (peer: string) => void) => Promise<() => void>
}
