import { debugResponse } from '../../src/node-adapter/apps/debug-paths.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { METRICS_PATH } from '../request/area.ts'

/** Figures of the node, for the front worker. */
export interface NodeMetrics {
  /** in the format of Prometheus */
  text: string
  stored: { blocks: number; bytes: number }
}

/** Answers the front worker with the figures of the node. */
export async function answerNodeMetrics (node: IpfsNode): Promise<Response> {
  const stored = await node.blockstore.stat()
  const text = await debugResponse(METRICS_PATH, node)!.text()
  return Response.json({ text, stored } satisfies NodeMetrics)
}

/** Asks the node for its figures; undefined if it does not answer. */
export async function readNodeMetrics (
  request: Request,
  askNode: (request: Request) => Promise<Response>
): Promise<NodeMetrics | undefined> {
  const response = await askNode(request)
  return response.ok ? await response.json() as NodeMetrics : undefined
}
