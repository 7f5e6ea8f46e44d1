import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

const TIMEOUT_MS = 10_000

/** A place that was asked for missing content. */
export interface LookupSource {
  /** URL, or ID of a peer */
  name: string
  /** a router knows providers, a provider was named by a router, and a gateway is asked for everything */
  role: 'router' | 'provider' | 'gateway'
  state: 'asking' | 'answered' | 'failed'
  /** number of providers that a router named, or of blocks that another source sent */
  found: number
  /** kind of the last error: it does not have the block, is busy, cannot be reached, or sent other bytes */
  failure?: 'missing' | 'later' | 'failed' | 'wrong'
  /** the last error as text */
  problem?: string
}

/** A request that waits for missing blocks. */
export interface Lookup {
  /** the root of the content, or a missing block */
  cid: string
  blocks: number
  bytes: number
  sources: LookupSource[]
}

/** A line of `swipfs/retrieval/ls`. */
interface ListedLookup {
  Cid: string
  Blocks: number
  Bytes: number
  Sources: Array<{
    Name: string
    Role: LookupSource['role']
    State: LookupSource['state']
    Found: number
    Failure: LookupSource['failure'] | ''
    Problem: string
  }>
}

/**
 * Returns the requests of the node that wait for missing blocks, with the places that were asked and their answers.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * for (const { cid, sources } of await lookups()) {
 *   console.log(cid, sources.map(({ name, state }) => `${name}: ${state}`))
 * }
 * ```
 */
export async function lookups (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<Lookup[]> {
  const listed = await unlessClosed(
    ownCommand<ListedLookup>('retrieval/ls', { timeoutMs, signal }),
    []
  )
  return listed.map(({ Cid, Blocks, Bytes, Sources }) => ({
    cid: Cid,
    blocks: Blocks,
    bytes: Bytes,
    sources: Sources.map(({ Name, Role, State, Found, Failure, Problem }) => ({
      name: Name,
      role: Role,
      state: State,
      found: Found,
      ...Failure === '' ? {} : { failure: Failure },
      ...Problem === '' ? {} : { problem: Problem }
    }))
  }))
}
