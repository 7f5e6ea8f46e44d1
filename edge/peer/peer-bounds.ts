const MIB = 1024 * 1024

/** Connections that peers may have begun at once: an object has 128 MB for all that it does. */
export const MAX_CONNECTIONS = 64

/** Of one address of IPv4, or one net of 64 bits of IPv6; this machine has no such bound (go-libp2p `p2p/host/resource-manager/conn_limiter.go`). */
export const MAX_CONNECTIONS_PER_ADDRESS = 16

/** Such that have not said yet who they are, for which they have seconds; and of one address. */
export const MAX_PENDING = 32
export const MAX_PENDING_PER_ADDRESS = 8

/** Streams of one connection, each way. Kubo opens one a message. */
export const MAX_STREAMS = 256

/** What of one stream may be on its way to a reader that is slow. */
export const WINDOW_BYTES = MIB

/** Of one message of a WebSocket; libp2p's are some 64 KiB long. */
export const MAX_MESSAGE_BYTES = 4 * MIB

/** Who has not said yet who it is may send so much: some KiB that say it, and what of its first questions comes right behind them. */
export const MAX_EARLY_BYTES = MIB / 2

/** What has come of all peers and nobody has read, and what is made for it: who holds most of it is cut. */
export const MAX_UNREAD_BYTES = 16 * MIB

/** What one peer was sent and has not confirmed. */
export const MAX_UNCONFIRMED_BYTES = 2 * MIB

/** Beyond that together, each has less. */
export const MANY_UNCONFIRMED_BYTES = 8 * MIB
export const FEW_UNCONFIRMED_BYTES = 128 * 1024

/** Peers that have gone and are remembered. */
export const MAX_REMEMBERED = 256
