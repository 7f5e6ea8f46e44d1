import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { bundleEdge } from '../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import type { Counts } from './counting-worker.ts'
import { sendRaw } from './send-raw.ts'
import { edgeRpc, TOKEN } from './served-edge.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PUBLISHED_MS = 30_000
const POLL_MS = 500

/** An answer of the edge, with what it took. */
export interface CountedAnswer {
  status: number
  headers: Headers
  body: Uint8Array
  counted: Counts
}

/** The edge in workerd, with counted calls of objects and reads of the bucket. */
export class CountedEdge {
  #engine: Awaited<ReturnType<typeof startEngine>>
  #unique = 0

  private constructor (engine: Awaited<ReturnType<typeof startEngine>>) {
    this.#engine = engine
  }

  /** @param options - bindings in addition to the token; folder of the state, in memory by default */
  static async start (
    { bindings, ...options }: {
      bindings: Record<string, string>
      state?: string
      fetches?: boolean
      metrics?: boolean
      misses?: number
    }
  ): Promise<CountedEdge> {
    return new CountedEdge(
      await startEngine({
        ...options,
        code: await bundleEdge({
          root: ROOT,
          entry: fileURLToPath(new URL('counting-worker.ts', import.meta.url))
        }),
        bindings: { TOKEN, ...bindings }
      })
    )
  }

  get url (): string {
    return this.#engine.url
  }

  async close (): Promise<void> {
    await this.#engine.close()
  }

  /** Calls a command and returns its answer. */
  async rpc (path: string, body?: BodyInit): Promise<string> {
    const response = await edgeRpc(this.url, path, body)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return text
  }

  /** Adds content and returns the last hash. */
  async add (body: BodyInit): Promise<string> {
    const text = await this.rpc('add?cid-version=1&progress=false', body)
    return (JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }

  /** Returns the counts since the last call. */
  async counts (): Promise<Counts> {
    return await (await fetch(`${this.url}/test-counts`)).json() as Counts
  }

  /**
   * Sends a request and returns its answer with the counts.
   *
   * @param fresh - whether the answer must not come from the cache
   */
  async get (
    path: string,
    headers: Record<string, string> = {},
    { fresh = true, method = 'GET' }: { fresh?: boolean; method?: string } = {}
  ): Promise<CountedAnswer> {
    await this.counts()
    const target = fresh ? `${path}${path.includes('?') ? '&' : '?'}n=${this.#unique++}` : path
    const read = await sendRaw(this.url, { method, target, headers: { Host: '127.0.0.1', ...headers } })
    return { ...await read(), counted: await this.counts() }
  }

  /** Waits until a request needs no object. */
  async published (path: string, status = 200): Promise<void> {
    const untilMs = Date.now() + PUBLISHED_MS
    let answer = await this.get(path)

    while (answer.status !== status || answer.counted.objects > 0) {
      if (Date.now() > untilMs) {
        throw new Error(`${path} was not published: ${answer.status}`)
      }

      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS)
      })
      answer = await this.get(path)
    }
  }
}
