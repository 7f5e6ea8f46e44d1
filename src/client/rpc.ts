import { ANSWER_END } from '../port/answer-end.ts'
import { answerPings } from './answer-pings.ts'
import { checkedAnswer } from './checked-answer.ts'
import { CommandPort } from './command-port.ts'
import { AnswerCutError, NodeNotReadyError, RpcError } from './errors.ts'
import { filePacks } from './file-packs.ts'
import { ndjson } from './ndjson.ts'
import { isOfHost } from './node-answer.ts'
import type { UploadFile } from './upload-file.ts'
import { uploadForm } from './upload-form.ts'

export interface RpcOptions {
  /** positional arguments, then options by name; undefined ones are left out */
  args?: string[]
  options?: Record<string, string | number | boolean | undefined>
  /** more of the query, as it is */
  query?: URLSearchParams
  /** a form, or one that is written already: the type of the Blob says how */
  body?: FormData | Blob
  /** what goes with the call, in place of a body; handed over as it is to a worker that takes it so, which is the fastest way */
  files?: readonly UploadFile[]
  signal?: AbortSignal
}

/** What cuts a call: the network's word for it, and the port's. */
const CUT = ['TypeError', 'PortClosedError']

/** Errors after the first value are read from the body, those too that the values tell of already. */
const READS_ERRORS = { 'X-Stream-Errors': 'in-band' }

const NOT_THERE = 'no node answers this page yet: await register() and ready() first'

const port = new CommandPort()

interface ErrorShape { Message: string, Code: number, Type: 'error' }

/**
 * Calls a command and gives its values one by one, as they come.
 *
 * @param command path below /api/v0, e.g. `pin/ls`
 * @throws RpcError with the node's words, also when the error comes after the first value
 * @throws AnswerCutError when the node goes away
 * @throws NodeNotReadyError when the host answers, since no worker with a node controls the page
 * @example
 * ```ts
 * for await (const { Key } of rpcStream<{ Key: { '/': string } }>('repo/gc', { signal })) {
 *   freed.push(Key['/'])
 * }
 * ```
 */
export async function * rpcStream<T> (command: string, options: RpcOptions = {}): AsyncGenerator<T> {
  yield * valuesOf<T>(await call(command, options), options.signal)
}

async function * valuesOf<T> (response: Response, signal: AbortSignal | undefined): AsyncGenerator<T> {
  if (response.body == null) {
    return
  }
  try {
    for await (const value of ndjson<T | ErrorShape>(response.body)) {
      // a worker can send no trailer: an error after the first byte is the last line
      if (isError(value)) throw new RpcError(value.Message, response.status, value.Code)
      yield value
    }
  } catch (err) {
    // an abort may show as a broken stream
    signal?.throwIfAborted()
    throw err
  }
}

/**
 * Calls a command that answers with one value.
 *
 * @throws as {@link rpcStream}
 * @example
 * ```ts
 * const { ID } = await rpc<{ ID: string }>('id')
 * ```
 */
export async function rpc<T> (command: string, options: RpcOptions = {}): Promise<T> {
  const response = await call(command, options)
  // who goes before its end aborts the request, which the browser shows as cancelled; the end of a stream may be far
  const isOne = !response.headers.has('X-Chunked-Output')
  let first: { value: T } | undefined

  for await (const value of valuesOf<T>(response, options.signal)) {
    first ??= { value }
    if (!isOne) break
  }

  if (first == null) {
    throw new AnswerCutError()
  }
  return first.value
}

/**
 * Calls a command whose answer says no more than that it was done.
 *
 * @throws as {@link rpcStream}
 * @example
 * ```ts
 * await rpcDone('files/mkdir', { args: ['/photos'] })
 * ```
 */
export async function rpcDone (command: string, options: RpcOptions = {}): Promise<void> {
  for await (const _ of rpcStream(command, options));
}

/** The bare call, for answers that are bytes. Same errors. */
export async function call (command: string, { args = [], options = {}, query: more, ...upload }: RpcOptions): Promise<Response> {
  answerPings()
  const query = new URLSearchParams([...args.map((arg) => ['arg', arg]), ...more ?? []])
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) query.append(name, String(value))
  }
  const response = await send(`${command}?${query}`, upload).catch((err: Error) => {
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

/** A port says how a call ended. The body of a fetch is checked for that. */
async function send (target: string, { body, files, signal }: Pick<RpcOptions, 'body' | 'files' | 'signal'>): Promise<Response> {
  const answer = files == null ? undefined : await port.call(async ({ lists }) => ({ target, packs: await filePacks(files, { lists, signal }) }), { signal })
  const sent = { headers: { ...READS_ERRORS, [ANSWER_END]: '1' }, body: files == null ? body : uploadForm(files) }
  return answer ?? checkedAnswer(await fetch(`/api/v0/${target}`, { method: 'POST', ...sent, signal }))
}

/** Whether a worker controls this page; undefined where that cannot be known. */
function isControlled (): boolean | undefined {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined
  return container == null ? undefined : container.controller != null
}

async function toError (response: Response): Promise<RpcError> {
  const text = await response.text()
  try {
    const value: unknown = JSON.parse(text)
    if (isError(value)) return new RpcError(value.Message, response.status, value.Code)
  } catch {
    // 400, 403, 404 and 405 are plain text, as Kubo answers them
  }
  return new RpcError(text.trim() || `HTTP ${response.status}`, response.status)
}

function isError (value: unknown): value is ErrorShape {
  return typeof value === 'object' && value !== null &&
    (value as ErrorShape).Type === 'error' && typeof (value as ErrorShape).Message === 'string'
}
