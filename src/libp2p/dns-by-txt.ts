import type { Libp2pInit } from 'libp2p'
import { timeLimit } from '../async/time-limit.ts'

/** The texts of a name's TXT records. @throws an Error when there is nobody to ask */
export type LookupTxt = (name: string, options: { signal: AbortSignal }) => Promise<string[]>

const TXT = 16

/** A name server may take so long. */
const LOOKUP_MS = 5000

/** The DNS that libp2p asks for /dnsaddr, and for nothing else: by itself it would ask public servers in a browser. */
export function dnsByTxt (lookup: LookupTxt): NonNullable<Libp2pInit['dns']> {
  return {
    query: async (name, { signal } = {}) => {
      const texts = await lookup(name, { signal: timeLimit(LOOKUP_MS, signal ?? undefined) })
      return { Status: 0, TC: false, RD: true, RA: true, AD: false, CD: false, Question: [{ name, type: TXT }], Answer: texts.map((data) => ({ name, type: TXT, TTL: 0, data })) }
    }
  }
}
