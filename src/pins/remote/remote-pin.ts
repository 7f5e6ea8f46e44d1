import type { CID } from 'multiformats/cid'

/** In the order in which Kubo counts them. */
export const REMOTE_STATUSES = ['queued', 'pinning', 'pinned', 'failed'] as const

export type RemoteStatus = typeof REMOTE_STATUSES[number]

/** What a pinning service tells of a pin (`PinStatus` of the IPFS Pinning Service API). */
export interface RemotePin {
  requestId: string
  status: RemoteStatus
  /** when the service took it, as it writes it: an RFC 3339 time of the service's own precision */
  created: string
  cid: CID
  /** empty for none */
  name: string
  /** multiaddrs of peers of the service, who fetch it from who has it */
  delegates: readonly string[]
}

/** Which pins are asked for. */
export interface RemotePinFilter {
  /** the whole name; any when left out or empty */
  name?: string
  /** any when left out or empty */
  cids?: readonly CID[]
  statuses: readonly RemoteStatus[]
}
