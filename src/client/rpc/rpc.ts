import { ANSWER_END } from '../../port/answer-end.ts'
import { ndjson } from '../body/ndjson.ts'
import { checkedAnswer } from '../body/verify-answer-end.ts'
import { isOfHost } from '../protocol/answer-headers.ts'
import { AnswerCutError, NodeNotReadyError, RpcError } from '../protocol/errors.ts'
import { answerPings } from '../worker/answer-pings.ts'
import { CommandPort } from './command-port.ts'
import { filePacks } from './file-packs.ts'
import type { UploadFile } from './upload-form.ts'
import { uploadForm } from './upload-form.ts'

export interface RpcOptions {
  /** positional arguments, then options by name; undefined ones are omitted */
  args?: string[]
  options?: Record<string, string | number | boolean | undefined>
  /** additional query parameters, unchanged */
  query?: URLSearchParams
  /** a form, or an encoded one: the type of the Blob states how */
  body?: FormData | Blob
  /** files of the call, instead of a body; passed to a worker as Blobs if it supports that, which is the fastest way */
  files?: readonly UploadFile[]
  signal?: AbortSignal
}

/** Names of errors that mean a broken call: of the network, and of the port. */
const CUT = ['TypeError', 'PortClosedError']

/** Requests errors after the first value in the body, even if the values report them already. */
const READS_ERRORS = { 'X-Stream-Errors': 'in-band' }

const NOT_THERE = 'no node answers this page yet: await register() and ready() first'

const port = new CommandPort()

interface ErrorShape {
  Message: string
  Code: number
  Type: 'error'
}

/**
 * Calls a command and yields its values as they arrive.
 *
 * @param command - path below /api/v0, such as `pin/ls`
 * @throws RpcError with the node's message, also for an error after the first value
 * @throws AnswerCutError if the node ends
 * @throws NodeNotReadyError if the host answers, because no worker with a node controls the page
 * @example
 * ```ts
 * for await (const { Key } of rpcStream<{ Key: { '/': string } }>('repo/gc', { signal })) {
 *   freed.push(Key['/'])
 * }
 * ```
 */
export async function* rpcStream<T> (command: string, options: RpcOptions = {}): AsyncGenerator<T> {
  yield* valuesOf<T>(await call(command, options), options.signal)
}

async function* valuesOf<T> (response: Response, signal: AbortSignal | undefined): AsyncGenerator<T> {
  if (response.body == null) {
    return
  }
  try {
    for await (const value of ndjson<T | ErrorShape>(response.body)) {
      // A worker can send no trailers: an error after the first byte is in the last line.
      if (isError(value)) {
        throw new RpcError(value.Message, response.status, value.Code)
      }
      yield value
    }
  } catch (err) {
    // An abort may appear as a broken stream.
    signal?.throwIfAborted()
    throw err
  }
}

/**
 * Calls a command that answers with one value.
 *
 * @throws the errors of {@link rpcStream}
 * @example
 * ```ts
 * const { ID } = await rpc<{ ID: string }>('id')
 * ```
 */
export async function rpc<T> (command: string, options: RpcOptions = {}): Promise<T> {
  const response = await call(command, options)
  // Read to the end: leaving early would abort the request, which the browser shows as cancelled. The end of a stream
  // may be far.
  const isOne = !response.headers.has('X-Chunked-Output')
  let first: { value: T } | undefined

  for await (const value of valuesOf<T>(response, options.signal)) {
    first ??= { value }
    if (!isOne) {
      break
    }
  }

  if (first == null) {
    throw new AnswerCutError()
  }
  return first.value
}

/**
 * Calls a command without a result.
 *
 * @throws the errors of {@link rpcStream}
 * @example
 * ```ts
 * await rpcDone('files/mkdir', { args: ['/photos'] })
 * ```
 */
export async function rpcDone (command: string, options: RpcOptions = {}): Promise<void> {
  for await (const _ of rpcStream(command, options));
}

/**
 * Calls a command and returns the response, for answers that are bytes. Throws the same errors.
 *
 * @example
 * ```ts
 * const response = await call('cat', { args: [cid] })
 * image.src = URL.createObjectURL(await response.blob())
 * ```
 */
export async function call (
  command: string,
  { args = [], options = {}, query: more, ...upload }: RpcOptions
): Promise<Response> {
  answerPings()
  const query = new URLSearchParams([...args.map((arg) => ['arg', arg]), ...more ?? []])
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) {
      query.append(name, String(value))
    }
  }
  const response = await sendRequest(`${command}?${query}`, upload).catch((err: Error) => {
    if (!CUT.includes(err.name)) {
      throw err
    }
    throw isControlled() === false ? new NodeNotReadyError(NOT_THERE, { cause: err }) : new AnswerCutError(err)
  })

  if (isOfHost(response, isControlled())) {
    await response.body?.cancel()
    throw new NodeNotReadyError(`${NOT_THERE} (HTTP ${response.status} of the host)`)
  }

  if (!response.ok) {
    throw await toError(response)
  }
  return response
}

/**
 * Passes files to the worker over a port. Used by clients that make their own requests.
 *
 * @returns the answer, whatever its status; undefined if no port is available and nothing was sent
 */
export async function handOver (
  target: string,
  { files, signal }: { files: readonly UploadFile[]; signal?: AbortSignal | undefined }
): Promise<Response | undefined> {
  return await port.call(async ({ lists }) => ({ target, packs: await filePacks(files, { lists, signal }) }), {
    signal
  })
}

/** Sends the call. A port reports how a call ended; the body of a fetch is checked for its end mark. */
async function sendRequest (
  target: string,
  { body, files, signal }: Pick<RpcOptions, 'body' | 'files' | 'signal'>
): Promise<Response> {
  const answer = files == null
    ? undefined
    : await handOver(target, { files, signal })
  const sent = { headers: { ...READS_ERRORS, [ANSWER_END]: '1' }, body: files == null ? body : uploadForm(files) }
  return answer ?? checkedAnswer(await fetch(`/api/v0/${target}`, { method: 'POST', ...sent, signal }))
}

/** Returns whether a worker controls this page; undefined if unknown. */
function isControlled (): boolean | undefined {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined
  return container == null ? undefined : container.controller != null
}

async function toError (response: Response): Promise<RpcError> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    if (isError(value)) {
      return new RpcError(value.Message, response.status, value.Code)
    }
  } catch {
    // 400, 403, 404 and 405 are plain text, as in Kubo.
  }
  return new RpcError(text.trim() || `HTTP ${response.status}`, response.status)
}

function isError (value: unknown): value is ErrorShape {
  return typeof value === 'object' && value !== null &&
    (value as ErrorShape).Type === 'error' && typeof (value as ErrorShape).Message === 'string'
}
