import type { Env, ObjectState, WorkerContext } from '../engine/edge-types.ts'
import { NodeObject as EdgeNode } from '../node-object.ts'
import worker from '../worker.ts'

/** Path that evicts the object, as the engine may do at any time. */
const EVICT = '/test-evict'

const BUSY_MS = 1000

/** The node, with eviction on request. */
export class NodeObject extends EdgeNode {
  readonly #evict: () => void

  constructor (state: ObjectState, env: Env) {
    super(state, env, { busyMs: BUSY_MS })
    this.#evict = () => {
      state.abort('evicted by a test')
    }
  }

  override async fetch (request: Request): Promise<Response> {
    if (new URL(request.url).pathname === EVICT) {
      this.#evict()
    }

    return await super.fetch(request)
  }
}

export default {
  async fetch (request: Request, env: Env, ctx: WorkerContext): Promise<Response> {
    return new URL(request.url).pathname === EVICT
      ? await env.NODE.get(env.NODE.idFromName('node')).fetch(request)
      : await worker.fetch(request, env, ctx)
  }
}
