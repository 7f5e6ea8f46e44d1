import { timeLimit } from '../../src/async/signals/time-limit.ts'
import type { OwnNetwork } from '../../src/net/own-network.ts'
import { readOwnNetwork } from '../../src/net/own-network.ts'
import { withBase } from '../scope/base-path.ts'

const FILE = '/relay.json'

/** Timeout after which the host counts as having no such file. */
const TIMEOUT_MS = 3000

/**
 * Reads the relays and routers of the deployment from its `/relay.json`. Returns none if there is no such file, and
 * offline. Never rejects.
 */
export async function fetchOwnNetwork (origin: string): Promise<OwnNetwork> {
  try {
    const response = await fetch(`${origin}${withBase(FILE)}`, { cache: 'no-store', signal: timeLimit(TIMEOUT_MS) })
    return readOwnNetwork(await response.json())
  } catch {
    return { relays: [], routers: [] }
  }
}
