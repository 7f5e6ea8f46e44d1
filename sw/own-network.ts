import { timeLimit } from '../src/async/time-limit.ts'
import type { OwnNetwork } from '../src/net/own-network.ts'
import { readOwnNetwork } from '../src/net/own-network.ts'
import { withBase } from './base.ts'

const FILE = '/relay.json'

/** A host that says nothing for so long has none. */
const TIMEOUT_MS = 3000

/** Relays and routers of whoever serves this page, as the file beside it says now; none where there is no such file, and offline. Never rejects. */
export async function ownNetwork (origin: string): Promise<OwnNetwork> {
  try {
    const response = await fetch(`${origin}${withBase(FILE)}`, { cache: 'no-store', signal: timeLimit(TIMEOUT_MS) })
    return readOwnNetwork(await response.json())
  } catch {
    return { relays: [], routers: [] }
  }
}
