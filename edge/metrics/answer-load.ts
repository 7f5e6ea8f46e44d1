import { PINNING_SERVICE_PATH } from '../../src/pinning-service/handle-pinning-service.ts'
import { jsonResponse } from '../../src/pinning-service/service-answer.ts'
import type { Env } from '../engine/edge-types.ts'
import { frontCounts } from './measured.ts'
import { readNodeMetrics } from './node-metrics.ts'

const LOAD_PATH = `${PINNING_SERVICE_PATH}/swipfs/load`

/** Whether a request is for the load of the edge, below its pinning service. */
export function isLoadRequest ({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === LOAD_PATH
}

/**
 * Answers with the load of the edge, for users of its pinning service: figures since a time, and the stored blocks.
 * They do not see clients.
 *
 * @param askNode - asks the node for its own figures
 */
export async function answerLoad (
  request: Request,
  { METRICS }: Env,
  askNode: (request: Request) => Promise<Response>
): Promise<Response> {
  const { sinceMs, counts } = METRICS == null ? frontCounts.own() : await frontCounts.send(METRICS)
  const { answers, limited, objects, blocked, bytes, bucketReads } = counts
  const node = await readNodeMetrics(request, askNode)
  return jsonResponse(200, {
    Since: new Date(sinceMs).toISOString(),
    Answers: answers,
    Limited: Object.values(limited).reduce((sum, count) => sum + count, 0),
    Blocked: blocked,
    Bytes: bytes,
    ObjectCalls: Object.values(objects).reduce((sum, count) => sum + count, 0),
    BucketReads: bucketReads,
    StoredBlocks: node?.stored.blocks ?? 0,
    StoredBytes: node?.stored.bytes ?? 0
  })
}
