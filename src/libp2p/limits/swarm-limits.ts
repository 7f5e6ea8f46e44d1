import type { ReceiveMemoryLimit } from './receive-memory-limit.ts'

/** Limits per peer and for all peers together. */
export interface SwarmLimits {
  /** inbound connections, however many the settings allow */
  maxInbound: number
  /** inbound connections that are still in their handshake */
  maxPending: number
  /** streams per connection and direction */
  maxStreams: number
  /** receive window of a stream */
  windowBytes: number
  /** disconnected peers to remember */
  maxRemembered: number
  /** whether connections are pinged now and then; not needed if the transport does it */
  keepAlive: boolean
  /** limits the memory for received data; default: a limit of the swarm's own */
  receiveMemory?: ReceiveMemoryLimit
}

/** Limits for a host with a machine of its own. */
export const DEFAULT_SWARM_LIMITS: SwarmLimits = {
  maxInbound: Infinity,
  // Less than an attacker would open.
  maxPending: 32,
  // Enough for bitswap, of which Kubo opens one per message, and some others.
  maxStreams: 1100,
  // @libp2p/yamux lets the window grow to 16 MiB and resets a stream with more than 4 MiB unread, so a fast sender
  // would lose its stream through no fault of its own.
  windowBytes: 4 * 1024 * 1024,
  // A walk of the DHT meets some hundred servers.
  maxRemembered: 4096,
  keepAlive: true
}
