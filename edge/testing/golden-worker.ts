import { RunningRequests } from '../../src/gateway/steps/refusals.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { Env, ObjectState, WorkerContext } from '../engine/edge-types.ts'
import { Front, newFrontMemory } from '../front/front.ts'
import { NodeObject as EdgeNode } from '../node-object.ts'
import type { ObjectArea } from '../request/area.ts'
import { ADMITTED_BY, AREA } from '../request/forwarded.ts'
import { answerUpload } from '../write/front-upload.ts'
import { isUpload } from '../write/upload-commands.ts'

/** Port that the recorded nodes assume for their RPC. */
const RPC_PORT = 5001

/** Answers of the front so far. */
let answered = 0

/** Uploads whose body the front has read so far. */
let uploaded = 0

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

    const bucket = prefixedBucket(this.#env.BLOCKS!, request.headers.get('x-golden-node') ?? '')
    const CONFIG = request.headers.get('x-golden-config') ?? '{}'
    this.#node ??= new EdgeNode(this.#state, { ...this.#env, BLOCKS: bucket, CONFIG }, {
      rpcPort: RPC_PORT,
      online: request.headers.get('x-golden-online') !== 'false',
      running: new RunningRequests()
    })
    const isForFront = request.headers.has('x-golden-front') && request.headers.get(AREA) === 'gateway'
    return isForFront
      ? await this.#answerInFront(request, this.#node, bucket)
      : await this.#node.fetch(request)
  }

  /** Answers a request like the front of a deployment, when everything is published. */
  async #answerInFront (request: Request, node: EdgeNode, bucket: ObjectBucket): Promise<Response> {
    await node.published()
    const front = new Front({
      bucket,
      cache: { match: async () => undefined, put: async () => {} },
      ctx: this.#state,
      memory: newFrontMemory(),
      askNode: async (asked) => {
        const forwarded = new Request(asked)
        forwarded.headers.set(AREA, 'gateway')
        return await node.fetch(forwarded)
      }
    })
    const { response, sources } = await front.answer(request)
    answered += sources == null ? 0 : 1
    return response
  }

  async alarm (): Promise<void> {
    await (this.#node ??= new EdgeNode(this.#state, this.#env, { rpcPort: RPC_PORT })).alarm()
  }
}

/** Forwards each request to the node and port that it names. */
export default {
  async fetch (request: Request, { NODE, BLOCKS }: Env, ctx: WorkerContext): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case '/test-answered':
        return Response.json(answered)
      case '/test-uploaded':
        return Response.json(uploaded)
    }

    const name = request.headers.get('x-golden-node') ?? ''
    const area = request.headers.get('x-golden-api') === 'gateway' ? 'gateway' : 'rpc'
    const askNode = async (asked: Request, area: ObjectArea): Promise<Response> => {
      const forwarded = new Request(asked)
      forwarded.headers.set(AREA, area)
      forwarded.headers.set(ADMITTED_BY, request.headers.get('x-golden-admitted') ?? 'authorizations')
      return await NODE.get(NODE.idFromName(name)).fetch(forwarded)
    }

    if (area === 'rpc' && isUpload(request)) {
      uploaded++
      return await answerUpload(request, {
        bucket: prefixedBucket(BLOCKS!, name),
        ctx,
        askNode: async (asked) => await askNode(asked, 'upload')
      })
    }

    return await askNode(request, area)
  }
}

/** Returns a bucket in which a node has names of its own. */
function prefixedBucket (bucket: ObjectBucket, prefix: string): ObjectBucket {
  return {
    put: async (name, bytes) => await bucket.put(`${prefix}/${name}`, bytes),
    get: async (name, options) => await bucket.get(`${prefix}/${name}`, options),
    delete: async (name) => {
      await bucket.delete(`${prefix}/${name}`)
    }
  }
}
