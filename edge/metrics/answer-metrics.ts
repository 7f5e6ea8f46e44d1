import type { Env } from '../engine/edge-types.ts'
import { frontCounts } from './measured.ts'
import { edgeMetricsText, METRICS_TYPE } from './metrics-text.ts'
import { readNodeMetrics } from './node-metrics.ts'

/** Parameter that leaves out the figures of the node, which has to be woken for them. */
const WITHOUT_NODE = ['node', 'false'] as const

/**
 * Answers with the figures of the edge, and of the node. Without the binding `METRICS` they are those of this worker.
 *
 * @param askNode - asks the node for its own figures
 */
export async function answerMetrics (
  request: Request,
  { METRICS }: Env,
  askNode: (request: Request) => Promise<Response>
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const totals = METRICS == null ? frontCounts.own() : await frontCounts.send(METRICS)
  const isEdgeOnly = searchParams.get(WITHOUT_NODE[0]) === WITHOUT_NODE[1]
  const node = isEdgeOnly ? undefined : await readNodeMetrics(request, askNode)
  return new Response(edgeMetricsText(totals, { stored: node?.stored }) + (node?.text ?? ''), {
    headers: { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' }
  })
}
