import type { InspectAnswer } from '../../src/client/protocol/messages.ts'
import { inspectNode } from '../../src/node/inspect-node.ts'
import type { LazyNode } from '../node/lazy-node.ts'

/** Returns the state of the worker and its node, or the reason why the node does not open. */
export async function answerInspect (lazy: Pick<LazyNode, 'hold' | 'inUse'>, version: string): Promise<InspectAnswer> {
  const { inUse } = lazy // without this request

  try {
    return { type: 'inspect', report: { version, inUse, node: await lazy.hold(inspectNode) } }
  } catch (err) {
    return { type: 'inspect', report: { version, inUse, error: (err as Error).message } }
  }
}
