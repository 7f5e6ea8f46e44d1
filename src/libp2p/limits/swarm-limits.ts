import type { UnreadGuard } from './receive-memory-limit.ts'

/** Limits per peer and for all peers, for hosts with less than a machine of their own. */
export interface SwarmBounds {
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
  /** receives the number of received bytes, and of those in incomplete messages; default: one of the swarm's own */
  unread?: UnreadGuard
}
