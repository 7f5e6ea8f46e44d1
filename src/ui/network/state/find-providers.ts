import { askStream } from '../../client/ask-node.ts'
import { whenReady } from '../../client/node.ts'

export interface Providers {
  /** providers: their ID, or the address if they have none */
  peers: ReadonlyArray<{ id: string; addresses: readonly string[] }>
  /** routers that failed, with the reasons */
  problems: readonly string[]
}

interface QueryEvent {
  Type: number
  ID: string
  Extra: string
  Responses: Array<{ ID: string; Addrs: string[] | null }> | null
}

/** Event types (go-libp2p `core/routing/query.go`). */
const ERROR = 3
const PROVIDER = 4

/** Default limit of providers. */
export const MOST_PROVIDERS = 20

interface FindOptions {
  signal: AbortSignal
  /** limit of providers; default `MOST_PROVIDERS` */
  most?: number
  /** timeout as a Kubo duration; default none */
  timeout?: string
  /** called with the results so far */
  onSome?: (found: Providers) => void
}

/**
 * Looks up providers of a block with routers and the DHT.
 *
 * @throws see `askStream`
 */
export async function findProviders (
  cid: string,
  { signal, most = MOST_PROVIDERS, timeout, onSome }: FindOptions
): Promise<Providers> {
  let found: Providers = { peers: [], problems: [] }
  await whenReady({ signal })

  for await (
    const { Type, Extra, Responses } of askStream<QueryEvent>('routing/findprovs', {
      args: [cid],
      options: { 'num-providers': most, timeout },
      signal
    })
  ) {
    if (Type === PROVIDER) {
      found = {
        ...found,
        peers: [...found.peers, ...(Responses ?? []).map(({ ID, Addrs }) => ({ id: ID, addresses: Addrs ?? [] }))]
      }
      onSome?.(found)
    } else if (Type === ERROR && Extra !== '') {
      found = { ...found, problems: [...found.problems, Extra] }
    }
  }

  return found
}
