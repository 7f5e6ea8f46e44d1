import { plainError } from '../../src/rpc/response/plain-responses.ts'
import type { Env, WorkerContext } from '../engine/edge-types.ts'
import type { Client } from '../limits/client.ts'
import type { AnsweredBy } from '../limits/costs.ts'
import { addClient, addTo } from './counts.ts'
import { FrontCounts } from './front-counts.ts'
import { logRequest, requestId } from './request-log.ts'

/** Statuses of content that a denylist blocks. */
const BLOCKED = [410, 451]

/** The figures of this worker. */
export const frontCounts = new FrontCounts()

/** Facts about a request, for figures and the log. */
export interface RequestRecord {
  kind: string
  by: AnsweredBy
  /** undefined for loopback */
  client: Client | undefined
  isLimited: boolean
}

/**
 * Answers a request, counts it, and logs it if it failed. An error becomes the answer 503.
 *
 * @param answer - fills in the record; calls and reads of its bindings are counted
 */
export async function answerMeasured (
  request: Request,
  env: Env,
  ctx: WorkerContext,
  answer: (record: RequestRecord, env: Env) => Promise<Response>
): Promise<Response> {
  const startMs = Date.now()
  const record: RequestRecord = { kind: 'other', by: 'worker', client: undefined, isLimited: false }
  let problem: string | undefined
  let response: Response

  try {
    response = await answer(record, frontCounts.counted(env))
  } catch (err) {
    problem = (err as Error).message
    response = plainError(`the node does not answer: ${problem}`, 503)
  }

  const { kind, by, client, isLimited } = record
  const { status, headers } = response
  const { counts } = frontCounts
  addTo(counts.answers, `${kind} ${by} ${Math.floor(status / 100)}xx`)
  addClient(counts.clients, client?.label ?? 'local')
  counts.bytes += Number(headers.get('content-length') ?? 0)

  if (isLimited) {
    addTo(counts.limited, kind)
    addClient(counts.limitedClients, client?.label ?? 'local')
  } else if (BLOCKED.includes(status)) {
    counts.blocked++
  }

  frontCounts.schedule(env, ctx)
  logRequest({
    time: new Date().toISOString(),
    request: requestId(request),
    kind,
    method: request.method,
    status,
    ms: Date.now() - startMs,
    by,
    ...isLimited ? { limited: true } : {},
    ...client == null ? {} : { client: client.label },
    ...problem == null ? {} : { problem }
  }, env.LOG_SAMPLE)
  return response
}
