/**
 * The reason why a source did not return a block:
 *
 * - `missing`: it answered that it does not have the block
 * - `later`: it is busy and may be asked again
 * - `failed`: it is unreachable, too slow, or broke off
 * - `wrong`: it sent other bytes
 */
export type Failure = 'missing' | 'later' | 'failed' | 'wrong'

/** A source that was asked for blocks, or a router that was asked for providers. */
export interface AskedSource {
  /** The URL, or another readable name. */
  name: string
  /** A router knows providers, a provider was named by a router, and a gateway is asked for everything. */
  role: 'router' | 'provider' | 'gateway'
  /** `asking` while a request is pending. */
  state: 'asking' | 'answered' | 'failed'
  /** The number of providers that a router has named, or of blocks that another source has sent. */
  found: number
  /** Received bytes of blocks, complete or not. */
  bytes: number
  /** The last error; undefined if there was none. */
  problem?: string
  /** The kind of the last error. */
  failure?: Failure
  /** Not asked, because its connection has to be made by a page of this node, and none is open. */
  needsPage?: boolean
}

/** The state of fetching blocks for one request (boxo `retrieval.State`). */
export interface RetrievalReport {
  /** The time of the first request, in milliseconds since 1970; undefined before. */
  startedMs: number | undefined
  /** The number of pending blocks. */
  waiting: number
  /** The number of received blocks. */
  blocks: number
  /** Received bytes, including incomplete blocks. */
  bytes: number
  sources: AskedSource[]
}

/** The report before the first request. */
export const NOTHING_ASKED: Readonly<RetrievalReport> = {
  startedMs: undefined,
  waiting: 0,
  blocks: 0,
  bytes: 0,
  sources: []
}
