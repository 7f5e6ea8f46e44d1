import type { Options } from 'kubo-rpc-client'
// This is not exported by the package, and is bundled with its dependencies.
import { Client } from '../../node_modules/kubo-rpc-client/dist/src/lib/core.js'
import { ndjson } from '../client/body/ndjson.ts'
import { chunksOf } from '../client/body/response-chunks.ts'
import { handOver } from '../client/rpc/rpc.ts'
import { formFiles } from './form-files.ts'

type Request = NonNullable<Parameters<Client['post']>[1]>
type Answer = Awaited<ReturnType<Client['post']>>

/**
 * Sends the files of a form to the worker as Blobs over a port, which is up to twice as fast as a fetch body. Sends a
 * form if that is impossible: another origin, headers of the caller, no port, or file modes.
 */
export class HandOverClient extends Client {
  readonly #isOwn: boolean

  constructor (options: Options) {
    super(options)
    this.#isOwn = options.headers == null && new URL(String(options.url)).origin === globalThis.location?.origin
  }

  override async post (resource: string, request: Request = {}): Promise<Answer> {
    const { body, searchParams, signal } = request
    const files = this.#isOwn && body instanceof FormData ? formFiles(body) : undefined

    if (files == null) {
      return await super.post(resource, request)
    }

    const { transformSearchParams = String, handleError } = this.opts
    const query = transformSearchParams(new URLSearchParams(searchParams as URLSearchParams))
    const response = await handOver(`${resource}?${String(query)}`, { files, signal: signal ?? undefined })

    if (response == null) {
      return await super.post(resource, request)
    }

    if (!response.ok) {
      await handleError?.(response)
    }

    const bytes = response.body ?? new Blob([]).stream()
    return Object.assign(response, {
      iterator: () => chunksOf(bytes),
      ndjson: () => ndjson<never>(bytes)
    }) as Answer
  }
}
