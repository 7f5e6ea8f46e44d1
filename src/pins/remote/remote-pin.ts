import type { CID } from 'multiformats/cid'

/** The order in which Kubo counts them. */
export const REMOTE_STATUSES = ['queued', 'pinning', 'pinned', 'failed'] as const

export type RemoteStatus = typeof REMOTE_STATUSES[number]

/** A pin of a pinning service (`PinStatus` of the IPFS Pinning Service API). */
export interface RemotePin {
  requestId: string
  status: RemoteStatus
  /** time when the service accepted it, an RFC 3339 text with the precision of the service */
  created: string
  cid: CID
  /** empty if it has no name */
  name: string
  /** multiaddrs of peers of the service, which fetch the content from providers */
  delegates: readonly string[]
}

/** A filter for listed pins. */
export interface RemotePinFilter {
  /** the complete name; any name if left out or empty */
  name?: string
  /** any CID if left out or empty */
  cids?: readonly CID[]
  statuses: readonly RemoteStatus[]
}
