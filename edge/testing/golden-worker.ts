import type { Env, ObjectNamespace, ObjectState } from '../edge-types.ts'
import { ADMITTED_BY, AREA } from '../forwarded.ts'
import { NodeObject as EdgeNode } from '../node-object.ts'

/** Port that the recorded nodes assume for their RPC. */
const RPC_PORT = 5001

/** A node of a scenario; the first request of its life contains its settings. */
export class NodeObject {
  readonly #state: ObjectState
  readonly #env: Env
  #node: EdgeNode | undefined

  constructor (state: ObjectState, env: Env) {
    this.#state = state
    this.#env = env
  }

  async fetch (request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)

    if (pathname === '/test-kill') {
      this.#state.abort('killed by a test')
    }

    this.#node ??= new EdgeNode(this.#state, { ...this.#env, CONFIG: request.headers.get('x-golden-config') ?? '{}' }, {
      rpcPort: RPC_PORT,
      online: request.headers.get('x-golden-online') !== 'false'
    })
    return await this.#node.fetch(request)
  }

  async alarm (): Promise<void> {
    await (this.#node ??= new EdgeNode(this.#state, this.#env, { rpcPort: RPC_PORT })).alarm()
  }
}

/** Forwards each request to the node and port that it names. */
export default {
  async fetch (request: Request, { NODE }: { NODE: ObjectNamespace }): Promise<Response> {
    const forwarded = new Request(request)
    forwarded.headers.set(AREA, request.headers.get('x-golden-api') === 'gateway' ? 'gateway' : 'rpc')
    forwarded.headers.set(ADMITTED_BY, request.headers.get('x-golden-admitted') ?? 'authorizations')
    return await NODE.get(NODE.idFromName(request.headers.get('x-golden-node') ?? '')).fetch(forwarded)
  }
}
