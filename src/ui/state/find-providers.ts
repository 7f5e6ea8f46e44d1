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

const MOST = 20

/** Asks routers and the DHT who has a block. @param onSome - told of what has come so far */
export async function findProviders (cid: string, { signal, onSome }: { signal: AbortSignal, onSome: (found: Providers) => void }): Promise<Providers> {
  let found: Providers = { peers: [], problems: [] }
  await whenReady({ signal })

  for await (const { Type, Extra, Responses } of askStream<QueryEvent>('routing/findprovs', { args: [cid], options: { 'num-providers': MOST }, signal })) {
    if (Type === PROVIDER) {
      found = { ...found, peers: [...found.peers, ...(Responses ?? []).map(({ ID, Addrs }) => ({ id: ID, addresses: Addrs ?? [] }))] }
      onSome(found)
    } else if (Type === ERROR && Extra !== '') {
      found = { ...found, problems: [...found.problems, Extra] }
    }
  }

  return found
}
