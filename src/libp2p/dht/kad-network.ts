import type { KadAnswer, KadRequest } from './kad-message.ts'
import type { KadPeer } from './kad-peer.ts'

/** The connections that the DHT needs. */
export interface KadNetwork {
  /** ID of this node, in base58 */
  readonly self: string
  isConnected: (peer: string) => boolean
  /** Returns the known addresses of a connected peer, and those of its connections. */
  addressesOf: (peer: string) => Promise<{ known: Uint8Array[]; connected: Uint8Array[] }>
  /**
   * Connects to a peer, unless it is connected.
   *
   * @throws an Error if it cannot be reached from here
   */
  connect: (peer: KadPeer, options: { signal: AbortSignal }) => Promise<void>
  /**
   * Sends a request to a connected peer and returns its answer.
   *
   * @throws an Error if it does not answer in time
   */
  ask: (peer: string, protocol: string, request: KadRequest, options: { signal: AbortSignal }) => Promise<KadAnswer>
  /**
   * Sends a message that has no answer, so that its reception is unknown.
   *
   * @throws an Error if it cannot be sent
   */
  notify: (peer: string, protocol: string, request: KadRequest, options: { signal: AbortSignal }) => Promise<void>
  /** Reports connected peers that support a protocol. */
  watch: (protocol: string, came: (peer: string) => void, left: (peer: string) => void) => Promise<() => void>
}
