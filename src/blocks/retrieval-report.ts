/** One that was asked for blocks, or for who has them. */
export interface AskedSource {
  /** its URL, or another name that a person knows it by */
  name: string
  /** who tells where blocks are; who was told of; who is asked for everything */
  role: 'router' | 'provider' | 'gateway'
  /** `asking` while an answer is waited for */
  state: 'asking' | 'answered' | 'failed'
  /** providers that a router named, blocks that any other has sent */
  found: number
  /** bytes of blocks that it has sent so far, whole ones or not */
  bytes: number
  /** why it failed last; undefined where it has not */
  problem?: string
  /** it was not asked: what leads to it is held by a page of this node, and none is open */
  needsPage?: boolean
}

/** What became of looking for blocks elsewhere, for one request (boxo `retrieval.State`). */
export interface RetrievalReport {
  /** when the first was asked for, in milliseconds since 1970; undefined where none was */
  startedMs: number | undefined
  /** blocks that are waited for now */
  waiting: number
  /** blocks that have come */
  blocks: number
  /** bytes that have come, of blocks on their way too */
  bytes: number
  sources: AskedSource[]
}

/** Of who has asked nobody yet. */
export const NOTHING_ASKED: Readonly<RetrievalReport> = { startedMs: undefined, waiting: 0, blocks: 0, bytes: 0, sources: [] }
