import type { Libp2pInit } from 'libp2p'
import { timeLimit } from '../../async/signals/time-limit.ts'

/**
 * Looks up the TXT records of a name.
 *
 * @throws an Error if there is no resolver
 */
export type LookupTxt = (name: string, options: { signal: AbortSignal }) => Promise<string[]>

const TXT = 16

/** Timeout of a lookup. */
const LOOKUP_MS = 5000

/** The DNS that libp2p uses for /dnsaddr only. By default it would query public servers in a browser. */
export function txtDns (lookup: LookupTxt): NonNullable<Libp2pInit['dns']> {
  return {
    query: async (name, { signal } = {}) => {
      const texts = await lookup(name, { signal: timeLimit(LOOKUP_MS, signal ?? undefined) })
      return {
        Status: 0,
        TC: false,
        RD: true,
        RA: true,
        AD: false,
        CD: false,
        Question: [{ name, type: TXT }],
        Answer: texts.map((data) => ({ name, type: TXT, TTL: 0, data }))
      }
    }
  }
}
