import type { RemoteStatus } from '../../pins/remote/remote-pin.ts'

/** Something that this node keeps for others: a request to its pinning service, a row of the datastore. */
export interface HostedPin {
  requestId: string
  /** whose request it is, as their token says */
  user: string
  /** when it was taken, as by `Date.toISOString`; no two of a node have the same */
  created: string
  /** its text */
  cid: string
  /** undefined where none was given */
  name?: string
  /** multiaddrs of who has the content */
  origins: readonly string[]
  meta: Readonly<Record<string, string>>
  status: RemoteStatus
  /** more about the status, in words */
  details?: string
  /** CIDs that stay pinned for it until it is pinned itself: those of the request that it takes the place of */
  holds: readonly string[]
  /** so many blocks of it were here at most */
  blocks: number
  /** when there were more for the last time, in milliseconds since 1970; when it was taken before that */
  aliveMs: number
}
