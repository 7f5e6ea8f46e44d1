/** Verdict of a peer that was asked to dial an address of this node: reached, failed, or nothing about that address. */
export type DialVerdict = 'reached' | 'failed' | 'unsaid'

/** Protocol ID (github.com/libp2p/specs/blob/master/autonat/autonat-v1.md). */
export const AUTO_NAT = '/libp2p/autonat/1.0.0'

/** go-libp2p `p2p/host/autonat/svc.go`, `maxMsgSize` */
export const MAX_AUTO_NAT_BYTES = 4096

/** Result of a dial (`pb/autonat.proto`). */
export const DIAL_STATUS = { ok: 0, dialError: 100, dialRefused: 101, badRequest: 200, internalError: 300 } as const

export interface AutoNatRequest {
  /** ID of the peer to dial, as multihash: that of the requester, if it is set */
  id: Uint8Array | undefined
  /** multiaddrs */
  addresses: Uint8Array[]
}

export interface AutoNatAnswer {
  status: typeof DIAL_STATUS[keyof typeof DIAL_STATUS]
  text?: string
  /** multiaddr that reached the peer */
  address?: Uint8Array
}
