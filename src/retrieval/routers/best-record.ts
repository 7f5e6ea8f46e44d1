import type { MultihashDigest } from 'multiformats/hashes/interface'
import { searchRecord } from '../../names/routing/network-routing.ts'
import { RoutingNotFoundError } from '../../names/routing/record-outcome.ts'
import { SourceError } from '../http/source-error.ts'
import { fetchRecord } from './fetch-record.ts'
import { RoutersUnavailableError } from './routers-unavailable-error.ts'

/** The time that other routers get to return a newer record after the first one has answered. */
const PATIENCE_MS = 1000

export interface BestRecordOptions {
  signal: AbortSignal
  patienceMs?: number
}

/**
 * Returns the best record of a name from delegated routers (`searchRecord`).
 *
 * @param routers - base URLs, without a trailing slash
 * @returns a verified record that is valid now
 * @throws RoutingNotFoundError if routers answer, but none has a record
 * @throws RoutersUnavailableError if no router answers
 * @throws the signal's reason
 */
export async function bestRecord (
  routers: readonly string[],
  name: MultihashDigest,
  { signal, patienceMs = PATIENCE_MS }: BestRecordOptions
): Promise<Uint8Array> {
  const asked = routers.map((title) => ({
    title,
    find: async (signal: AbortSignal) => await fetchRecord(title, name, { signal })
  }))
  const { record, problems } = await searchRecord(name, asked, { signal, graceMs: patienceMs })

  if (record != null) {
    return record
  }

  throw routers.length === 0 || [...problems.values()].some(hasAnswered)
    ? new RoutingNotFoundError()
    : new RoutersUnavailableError(problems)
}

function hasAnswered (problem: Error): boolean {
  return problem instanceof SourceError && (problem.failure === 'missing' || problem.failure === 'wrong')
}
