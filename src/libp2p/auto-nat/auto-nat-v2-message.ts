/**
 * Protocol IDs (github.com/libp2p/specs/blob/master/autonat/autonat-v2.md): requests use the first; the peer answers
 * over the second, on a connection of its own.
 */
export const DIAL_REQUEST = '/libp2p/autonat/2/dial-request'
export const DIAL_BACK = '/libp2p/autonat/2/dial-back'

/** go-libp2p `p2p/protocol/autonatv2/autonat.go`, `maxMsgSize`, `dialBackMaxMsgSize` and `maxHandshakeSizeBytes` */
export const MAX_V2_BYTES = 8192
export const MAX_DIAL_BACK_BYTES = 1024
export const MAX_DIAL_DATA_BYTES = 100_000

/** Status of a request. */
export const RESPONSE_STATUS = { internalError: 0, rejected: 100, refused: 101, ok: 200 } as const

/** Result of the dial. */
export const V2_DIAL_STATUS = { unused: 0, dialError: 100, dialBackError: 101, ok: 200 } as const

/** Answer of a peer: a result, or a demand for data, which makes a request as expensive as the dial. */
export type V2Answer =
  | { type: 'response'; status: number; index: number; dialStatus: number }
  | { type: 'data'; index: number; bytes: number }
