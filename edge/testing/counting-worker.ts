import type { Env, ObjectNamespace, WorkerContext } from '../engine/edge-types.ts'
import { AREA } from '../request/forwarded.ts'
import worker from '../worker.ts'

export { FetchObject } from '../fetch/fetch-object.ts'
export { MetricsObject } from '../metrics/metrics-object.ts'
export { NodeObject } from '../node-object.ts'

/** Path that returns the counts since the last call. */
const COUNTS = '/test-counts'

/** Path that deletes an object of the bucket, named in the query. */
const DELETE = '/test-delete'

/** Path that lists the objects of the bucket. */
const LIST = '/test-list'

/** Requests to objects, and reads and writes of the bucket, by the worker in front of them. */
export interface Counts {
  /** requests to the node */
  objects: number
  /** questions to the node for the version of the denylists, every few seconds in a deployment without a bucket */
  versions: number
  /** requests to objects that fetch content */
  fetchers: number
  /** bytes of the bodies of requests to the node */
  sent: number
  /** written objects of the bucket, and their bytes */
  writes: number
  written: number
  reads: number
  bytes: number
  /** names of the objects that were read */
  names: string[]
}

const NONE: Counts = {
  objects: 0,
  versions: 0,
  fetchers: 0,
  sent: 0,
  writes: 0,
  written: 0,
  reads: 0,
  bytes: 0,
  names: []
}

let counts: Counts = { ...NONE, names: [] }

type Bucket = NonNullable<Env['BLOCKS']> & { list: () => Promise<{ objects: Array<{ key: string }> }> }

function countedNamespace (namespace: ObjectNamespace, kind: 'objects' | 'fetchers' = 'objects'): ObjectNamespace {
  return {
    idFromName: (name) => namespace.idFromName(name),
    get: (id) => {
      const object = namespace.get(id)
      return {
        fetch: async (request) => {
          counts[request.headers.get(AREA) === 'denylists' ? 'versions' : kind]++
          return await object.fetch(countedBody(request))
        }
      }
    }
  }
}

function countedBody (request: Request): Request {
  return request.body == null
    ? request
    : new Request(request, {
      body: request.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform (chunk, controller) {
            counts.sent += chunk.byteLength
            controller.enqueue(chunk)
          }
        })
      ),
      duplex: 'half'
    } as RequestInit)
}

function countedBucket (bucket: Bucket): NonNullable<Env['BLOCKS']> {
  return {
    put: async (name, bytes) => {
      counts.writes++
      counts.written += bytes.byteLength
      return await bucket.put(name, bytes)
    },
    delete: bucket.delete.bind(bucket),
    get: async (name, options) => {
      counts.reads++
      counts.names.push(name)
      const object = await bucket.get(name, options)
      return object == null
        ? null
        : {
          arrayBuffer: async () => {
            const bytes = await object.arrayBuffer()
            counts.bytes += bytes.byteLength
            return bytes
          }
        }
    }
  }
}

export default {
  async fetch (request: Request, env: Env, ctx: WorkerContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const bucket = env.BLOCKS as Bucket

    switch (pathname) {
      case COUNTS: {
        const counted = counts
        counts = { ...NONE, names: [] }
        return Response.json(counted)
      }
      case DELETE:
        await bucket.delete(searchParams.get('name')!)
        return new Response(null)
      case LIST:
        return Response.json((await bucket.list()).objects.map(({ key }) => key))
      default: {
        // Without the bucket all requests go to the node.
        const isForNode = request.headers.get('x-test-node') != null
        const bucket = isForNode ? {} : { BLOCKS: countedBucket(env.BLOCKS as Bucket) }
        return await worker.fetch(
          request,
          {
            ...env,
            BLOCKS: undefined,
            ...bucket,
            NODE: countedNamespace(env.NODE),
            ...env.FETCH == null ? {} : { FETCH: countedNamespace(env.FETCH, 'fetchers') }
          },
          ctx
        )
      }
    }
  }
}
