import type { UnreadGuard } from './unread-guard.ts'

/** What peers may take of a node together and each, where its shell has less than a machine of its own. */
export interface SwarmBounds {
  /** connections that peers may have begun, however many the settings allow */
  maxInbound: number
  /** such that have not said yet who they are */
  maxPending: number
  /** streams of one connection, each way */
  maxStreams: number
  /** what of one stream may be on its way to a reader that is slow */
  windowBytes: number
  /** peers that have gone, and of which it is known what they said of themselves */
  maxRemembered: number
  /** connections are asked now and then whether they are there still; not where the transport does */
  keepAlive: boolean
  /** told of what comes, and of what messages that are not whole yet hold in memory; one of the swarm's own when left out */
  unread?: UnreadGuard
}
