import { delay } from '../../src/async/timers/delay.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { Env, ObjectNamespace, WorkerContext } from '../engine/edge-types.ts'
import { NODE_NAME } from '../request/node-name.ts'
import type { PartsBucket } from '../write/parts/parts-bucket.ts'
import { addToHour } from './client-hour.ts'
import { addClients, addCounts, addTo, newCounts } from './counts.ts'
import type { EdgeCounts } from './counts.ts'
import type { MetricsTotals } from './metrics-object.ts'

/** Time for which a worker collects figures before it sends them. The engine ends background work after 30 s. */
const SEND_AFTER_MS = 20_000

/** Figures of a worker that were not sent. */
export class FrontCounts {
  #counts = newCounts()
  #sinceMs: number | undefined
  /** when a request began to wait for the next sending */
  #waitingSinceMs = -Infinity

  get counts (): EdgeCounts {
    return this.#counts
  }

  /** Returns the figures of this worker, for a deployment that has no object for those of all workers. */
  own (): MetricsTotals {
    return { sinceMs: this.#sinceMs ?? Date.now(), counts: this.#counts, hour: addToHour([], this.#counts, Date.now()) }
  }

  /**
   * Sends the figures after some seconds, together with those of other requests until then: one call of an object for
   * all requests of a worker in this time.
   */
  schedule ({ METRICS }: Env, ctx: WorkerContext): void {
    const nowMs = Date.now()

    if (METRICS != null && nowMs - this.#waitingSinceMs >= SEND_AFTER_MS) {
      this.#waitingSinceMs = nowMs
      ctx.waitUntil(
        delay(SEND_AFTER_MS).then(async () => {
          await this.send(METRICS)
        }).catch(() => {})
      )
    }
  }

  /**
   * Sends the figures now.
   *
   * @returns those of all workers
   */
  async send (namespace: ObjectNamespace): Promise<MetricsTotals> {
    const sent = this.#counts
    this.#counts = newCounts()

    try {
      const object = namespace.get(namespace.idFromName(NODE_NAME))
      const response = await object.fetch(
        new Request('https://metrics.invalid/', { method: 'POST', body: JSON.stringify(sent) })
      )
      return await response.json() as MetricsTotals
    } catch (err) {
      addCounts(this.#counts, sent)
      addClients(this.#counts, sent)
      throw err
    }
  }

  /** Returns bindings whose calls and reads are counted. */
  counted (env: Env): Env {
    const { NODE, FETCH, BLOCKS } = env
    this.#sinceMs ??= Date.now()
    return {
      ...env,
      NODE: this.#countedNamespace(NODE, 'node'),
      ...FETCH == null ? {} : { FETCH: this.#countedNamespace(FETCH, 'fetcher') },
      ...BLOCKS == null ? {} : { BLOCKS: this.#countedBucket(BLOCKS) }
    }
  }

  #countedNamespace (namespace: ObjectNamespace, name: string): ObjectNamespace {
    return {
      idFromName: (text) => namespace.idFromName(text),
      get: (id) => {
        const object = namespace.get(id)
        return {
          fetch: async (request) => {
            addTo(this.#counts.objects, name)
            return await object.fetch(request)
          }
        }
      }
    }
  }

  #countedBucket (bucket: ObjectBucket): ObjectBucket & Pick<PartsBucket, 'resumeMultipartUpload'> {
    return {
      resumeMultipartUpload: (...args) => (bucket as PartsBucket).resumeMultipartUpload(...args),
      put: async (name, bytes) => await bucket.put(name, bytes),
      delete: async (name) => {
        await bucket.delete(name)
      },
      get: async (name, options) => {
        this.#counts.bucketReads++
        const object = await bucket.get(name, options)
        return object == null
          ? null
          : {
            arrayBuffer: async () => {
              const bytes = await object.arrayBuffer()
              this.#counts.bucketBytes += bytes.byteLength
              return bytes
            }
          }
      }
    }
  }
}
