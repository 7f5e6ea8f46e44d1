import type { MultihashDigest } from 'multiformats/hashes/interface'
import { RoutingNotFoundError } from '../names/routing-not-found-error.ts'
import { searchRecord } from '../names/search-record.ts'
import { fetchRecord } from './fetch-record.ts'
import { RoutersAwayError } from './routers-away-error.ts'
import { SourceError } from './source-error.ts'

/** Once one has answered, the others have so long to know better. */
const PATIENCE_MS = 1000

export interface BestRecordOptions {
  signal: AbortSignal
  patienceMs?: number
}

/**
 * The best record of a name that delegated routers have (`searchRecord`).
 *
 * @param routers - base URLs, without a slash at their end
 * @returns one that is verified and holds now
 * @throws RoutingNotFoundError where those that answer have none; RoutersAwayError where none answers; the signal's reason
 */
export async function bestRecord (routers: readonly string[], name: MultihashDigest, { signal, patienceMs = PATIENCE_MS }: BestRecordOptions): Promise<Uint8Array> {
  const asked = routers.map((title) => ({ title, find: async (signal: AbortSignal) => await fetchRecord(title, name, { signal }) }))
  const { record, problems } = await searchRecord(name, asked, { signal, graceMs: patienceMs })

  if (record != null) {
    return record
  }

  throw routers.length === 0 || [...problems.values()].some(hasAnswered) ? new RoutingNotFoundError() : new RoutersAwayError(problems)
}

function hasAnswered (problem: Error): boolean {
  return problem instanceof SourceError && (problem.failure === 'missing' || problem.failure === 'wrong')
}
