import type { Env, ObjectNamespace, WorkerContext } from '../edge-types.ts'
import { AREA } from '../forwarded.ts'
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

/** Requests to objects and reads of the bucket by the worker in front of them. */
export interface Counts {
  /** requests to the node */
  objects: number
  /** questions to the node for the version of the denylists, every few seconds in a deployment without a bucket */
  versions: number
  /** requests to objects that fetch content */
  fetchers: number
  reads: number
  bytes: number
  /** names of the objects that were read */
  names: string[]
}

let counts: Counts = { objects: 0, versions: 0, fetchers: 0, reads: 0, bytes: 0, names: [] }

type Bucket = NonNullable<Env['BLOCKS']> & { list: () => Promise<{ objects: Array<{ key: string }> }> }

function countedNamespace (namespace: ObjectNamespace, kind: 'objects' | 'fetchers' = 'objects'): ObjectNamespace {
  return {
    idFromName: (name) => namespace.idFromName(name),
    get: (id) => {
      const object = namespace.get(id)
      return {
        fetch: async (request) => {
          counts[request.headers.get(AREA) === 'denylists' ? 'versions' : kind]++
          return await object.fetch(request)
        }
      }
    }
  }
}

function countedBucket (bucket: Bucket): NonNullable<Env['BLOCKS']> {
  return {
    put: bucket.put.bind(bucket),
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
        counts = { objects: 0, versions: 0, fetchers: 0, reads: 0, bytes: 0, names: [] }
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
