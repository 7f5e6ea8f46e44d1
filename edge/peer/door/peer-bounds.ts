const MIB = 1024 * 1024

/** Inbound connections: a Durable Object has 128 MB of memory in total. */
export const MAX_CONNECTIONS = 64

/**
 * Connections per IPv4 address, or per IPv6 /64 network; loopback is unlimited (go-libp2p
 * `p2p/host/resource-manager/conn_limiter.go`).
 */
export const MAX_CONNECTIONS_PER_ADDRESS = 16

/** Connections that are still in their handshake, which must finish within seconds; in total, and per address. */
export const MAX_PENDING = 32
export const MAX_PENDING_PER_ADDRESS = 8

/** Streams per connection and direction. Kubo opens one per message. */
export const MAX_STREAMS = 256

/** Receive window of one stream. */
export const WINDOW_BYTES = MIB

/** Size limit of one WebSocket message; libp2p's are about 64 KiB. */
export const MAX_MESSAGE_BYTES = 4 * MIB

/** Bytes that a peer may send before its handshake has ended: a few KiB for the handshake, and its first requests. */
export const MAX_EARLY_BYTES = MIB / 2

/** Unread bytes of all peers, including overhead: beyond that, the connection with the most is closed. */
export const MAX_UNREAD_BYTES = 16 * MIB

/** Unconfirmed bytes per peer. */
export const MAX_UNCONFIRMED_BYTES = 2 * MIB

/** Total of unconfirmed bytes above which the limit per peer is reduced. */
export const MANY_UNCONFIRMED_BYTES = 8 * MIB
export const FEW_UNCONFIRMED_BYTES = 128 * 1024

/** Remembered peers that have disconnected. */
export const MAX_REMEMBERED = 256
