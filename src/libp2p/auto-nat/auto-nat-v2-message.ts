/** The protocols (github.com/libp2p/specs/blob/master/autonat/autonat-v2.md): a peer is asked by the one, and answers over the other, on a connection of its own. */
export const DIAL_REQUEST = '/libp2p/autonat/2/dial-request'
export const DIAL_BACK = '/libp2p/autonat/2/dial-back'

/** go-libp2p `p2p/protocol/autonatv2/autonat.go`, `maxMsgSize`, `dialBackMaxMsgSize` and `maxHandshakeSizeBytes` */
export const MAX_V2_BYTES = 8192
export const MAX_DIAL_BACK_BYTES = 1024
export const MAX_DIAL_DATA_BYTES = 100_000

/** What a peer has made of the question. */
export const RESPONSE_STATUS = { internalError: 0, rejected: 100, refused: 101, ok: 200 } as const

/** What came of its dial. */
export const V2_DIAL_STATUS = { unused: 0, dialError: 100, dialBackError: 101, ok: 200 } as const

/** What a peer says: what came of it, or that it wants bytes first, so that asking costs as much as the dial that is asked for. */
export type V2Answer =
  | { type: 'response', status: number, index: number, dialStatus: number }
  | { type: 'data', index: number, bytes: number }
