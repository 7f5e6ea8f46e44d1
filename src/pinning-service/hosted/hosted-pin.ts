import type { RemoteStatus } from '../../pins/remote/remote-pin.ts'

/** A request to the pinning service of this node, stored as a datastore row. */
export interface HostedPin {
  requestId: string
  /** The user, from the token of the request. */
  user: string
  /** The time of creation, from `Date.toISOString`; unique within a node. */
  created: string
  /** The CID as text. */
  cid: string
  /** Undefined if none was given. */
  name?: string
  /** Multiaddrs of peers and gateways that have the content. */
  origins: readonly string[]
  meta: Readonly<Record<string, string>>
  status: RemoteStatus
  /** Details of the status as a text. */
  details?: string
  /** CIDs of the replaced request, which stay pinned until this one is pinned. */
  holds: readonly string[]
  /** The highest number of local blocks so far. */
  blocks: number
  /** The time when this number last grew, in milliseconds since 1970; the time of creation before that. */
  aliveMs: number
}
