import { whenReady } from './node.ts'
import { askStream } from './ask.ts'

export interface Providers {
  /** peers that say they have it: their ID, or the address where they have none */
  peers: ReadonlyArray<{ id: string, addresses: readonly string[] }>
  /** who could not tell, and why */
  problems: readonly string[]
}

interface QueryEvent { Type: number, ID: string, Extra: string, Responses: Array<{ ID: string, Addrs: string[] | null }> | null }

/** Kinds of events (go-libp2p `core/routing/query.go`). */
const ERROR = 3
const PROVIDER = 4

/** As many are enough. */
export const MOST_PROVIDERS = 20

interface FindOptions {
  signal: AbortSignal
  /** as many are enough; `MOST_PROVIDERS` without */
  most?: number
  /** how long to ask, as Kubo writes durations; as long as it takes without */
  timeout?: string
  /** told of what has come so far */
  onSome?: (found: Providers) => void
}

/** Asks routers and the DHT who has a block. @throws as `askStream` does */
export async function findProviders (cid: string, { signal, most = MOST_PROVIDERS, timeout, onSome }: FindOptions): Promise<Providers> {
  let found: Providers = { peers: [], problems: [] }
  await whenReady({ signal })

  for await (const { Type, Extra, Responses } of askStream<QueryEvent>('routing/findprovs', { args: [cid], options: { 'num-providers': most, timeout }, signal })) {
    if (Type === PROVIDER) {
      found = { ...found, peers: [...found.peers, ...(Responses ?? []).map(({ ID, Addrs }) => ({ id: ID, addresses: Addrs ?? [] }))] }
      onSome?.(found)
    } else if (Type === ERROR && Extra !== '') {
      found = { ...found, problems: [...found.problems, Extra] }
    }
  }

  return found
}
