import type { Env, ObjectNamespace, ObjectState, WorkerContext } from '../engine/edge-types.ts'
import { NodeObject as EdgeNode } from '../node-object.ts'
import { AREA } from '../request/forwarded.ts'
import worker from '../worker.ts'
import { ImportObject as EdgeImport } from '../write/import/import-object.ts'
import type { PartsBucket } from '../write/parts/parts-bucket.ts'

/** Paths that write and list objects of the bucket, evict an object, and return the counts of an import. */
const PUT = '/test-put'
const LIST = '/test-list'
const EVICT = '/test-evict'
const COUNTS = '/test-counts'

/** The most of each kind in one event of an import, and all of them. */
export interface EventCounts {
  events: number
  reads: number
  writes: number
  requests: number
  all: { reads: number; writes: number; requests: number }
}

type Kind = keyof EventCounts['all']

const noCounts = (): EventCounts['all'] => ({ reads: 0, writes: 0, requests: 0 })

interface PutBucket {
  put: (name: string, body: ReadableStream) => Promise<unknown>
  list: (options: { prefix: string }) => Promise<{ objects: Array<{ key: string }> }>
}

/** The node, with eviction on request, or when it has adopted a segment. */
export class NodeObject extends EdgeNode {
  readonly #evict: () => void
  #isEvictedAtUpload = false

  constructor (state: ObjectState, env: Env) {
    super(state, env, { busyMs: 1000 })
    this.#evict = () => {
      state.abort('evicted by a test')
    }
  }

  /** Returns the request of an upload, in the middle of which the node is evicted. */
  #evictingAt (request: Request): Request {
    let chunks = 0
    const body = request.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (++chunks === CHUNKS) {
            this.#evict()
          }

          controller.enqueue(chunk)
        }
      })
    )
    return new Request(request, { body, duplex: 'half' } as RequestInit)
  }

  override async fetch (request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)

    if (pathname === EVICT) {
      if (searchParams.get('when') !== 'upload') {
        this.#evict()
      }

      this.#isEvictedAtUpload = true
      return new Response(null)
    }

    return await super.fetch(
      this.#isEvictedAtUpload && request.headers.get(AREA) === 'upload' ? this.#evictingAt(request) : request
    )
  }
}

const MIB = 1024 * 1024

/** Chunks of an upload after which the node is evicted. */
const CHUNKS = 4

let most: EventCounts = { events: 0, ...noCounts(), all: noCounts() }

/** An import in small steps, which counts what each event does. */
export class ImportObject extends EdgeImport {
  readonly #evict: () => void
  readonly #counts: Record<Kind, number>

  constructor (state: ObjectState, env: Env) {
    const counts = noCounts()
    super(state, countedEnv(env, counts), { stepBytes: Number((env as { STEP_MIB?: string }).STEP_MIB ?? 4) * MIB })
    this.#counts = counts
    this.#evict = () => {
      state.abort('evicted by a test')
    }
  }

  override async fetch (request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)

    if (pathname === EVICT) {
      this.#evict()
    }

    return await super.fetch(request)
  }

  override async alarm (): Promise<void> {
    Object.assign(this.#counts, noCounts())
    await super.alarm()
    most.events++

    for (const kind of ['reads', 'writes', 'requests'] as const) {
      most[kind] = Math.max(most[kind], this.#counts[kind])
      most.all[kind] += this.#counts[kind]
    }
  }
}

function countedEnv (env: Env, counts: Record<Kind, number>): Env {
  const bucket = env.BLOCKS as PartsBucket
  return {
    ...env,
    NODE: {
      idFromName: (name) => env.NODE.idFromName(name),
      get: (id) => ({
        fetch: async (request) => {
          counts.requests++
          return await env.NODE.get(id).fetch(request)
        }
      })
    },
    BLOCKS: {
      get: async (...args: Parameters<typeof bucket.get>) => {
        counts.reads++
        return await bucket.get(...args)
      },
      put: async (...args: Parameters<typeof bucket.put>) => {
        counts.writes++
        return await bucket.put(...args)
      },
      delete: bucket.delete.bind(bucket),
      head: bucket.head.bind(bucket),
      createMultipartUpload: bucket.createMultipartUpload.bind(bucket),
      resumeMultipartUpload: bucket.resumeMultipartUpload.bind(bucket)
    } satisfies PartsBucket as never
  }
}

export default {
  async fetch (request: Request, env: Env, ctx: WorkerContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const bucket = env.BLOCKS as unknown as PutBucket
    const object = (namespace: ObjectNamespace, name: string): ReturnType<ObjectNamespace['get']> =>
      namespace.get(namespace.idFromName(name))

    switch (pathname) {
      case PUT:
        await bucket.put(searchParams.get('name')!, request.body!)
        return new Response(null)
      case LIST:
        return Response.json(
          (await bucket.list({ prefix: searchParams.get('prefix') ?? 'segments/' })).objects.map(({ key }) => key)
        )
      case EVICT: {
        const name = searchParams.get('arg')
        return await (name == null ? object(env.NODE, 'node') : object(env.IMPORT!, name)).fetch(request)
      }
      case COUNTS: {
        const counted = most
        most = { events: 0, ...noCounts(), all: noCounts() }
        return Response.json(counted)
      }
      default:
        return await worker.fetch(request, env, ctx)
    }
  }
}
