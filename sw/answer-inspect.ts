import type { InspectAnswer } from '../src/client/messages.ts'
import { inspectNode } from '../src/node/inspect-node.ts'
import type { LazyNode } from './lazy-node.ts'

/** The worker and its node as they are now; why the node does not open, where it does not. */
export async function answerInspect (lazy: Pick<LazyNode, 'hold' | 'inUse'>, version: string): Promise<InspectAnswer> {
  const { inUse } = lazy // without this question

  try {
    return { type: 'inspect', report: { version, inUse, node: await lazy.hold(inspectNode) } }
  } catch (err) {
    return { type: 'inspect', report: { version, inUse, error: (err as Error).message } }
  }
}
