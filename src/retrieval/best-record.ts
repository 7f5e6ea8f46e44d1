import type { MultihashDigest } from 'multiformats/hashes/interface'
import { isNewer } from '../names/record/is-newer.ts'
import { RoutingNotFoundError } from '../names/routing-not-found-error.ts'
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
 * The best record of a name that delegated routers have. All are asked at once: by the first that holds, one is not led astray by
 * a router that keeps old ones, and nobody waits long for one that is slow.
 *
 * @param routers - base URLs, without a slash at their end
 * @returns one that is verified and holds now
 * @throws RoutingNotFoundError where those that answer have none; RoutersAwayError where none answers; the signal's reason
 */
export async function bestRecord (routers: readonly string[], name: MultihashDigest, { signal, patienceMs = PATIENCE_MS }: BestRecordOptions): Promise<Uint8Array> {
  const leaving = new AbortController()
  const asking = AbortSignal.any([signal, leaving.signal])
  const problems = new Map<string, Error>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let best: Uint8Array | undefined

  await Promise.all(routers.map(async (router) => {
    try {
      const record = await fetchRecord(router, name, { signal: asking })
      best = best == null || isNewer(record, best) ? record : best
      timer ??= setTimeout(() => { leaving.abort() }, patienceMs)
    } catch (err) {
      problems.set(router, err as Error)
    }
  }))

  clearTimeout(timer)
  signal.throwIfAborted()

  if (best != null) {
    return best
  }

  throw routers.length === 0 || [...problems.values()].some(hasAnswered) ? new RoutingNotFoundError() : new RoutersAwayError(problems)
}

function hasAnswered (problem: Error): boolean {
  return problem instanceof SourceError && (problem.failure === 'missing' || problem.failure === 'wrong')
}
