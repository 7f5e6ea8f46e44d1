import { eitherSignal } from '../async/signals/either-signal.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { cidEncoder } from '../cid/text/cid-encoder.ts'
import { isError } from '../errors/define-error.ts'
import { parseExactJson } from '../go/json/parse-exact-json.ts'
import { goJsonPieces } from '../go/json/write-json-pieces.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { durationError, parseGoDurationMs } from '../go/time/parse-duration.ts'
import { percentDecode } from '../go/url/query.ts'
import { RequestLife } from '../http/body/request-life.ts'
import { requestParts } from '../http/multipart/multipart.ts'
import type { RequestPartsOptions } from '../http/multipart/multipart.ts'
import { uploadEntries } from '../http/upload/upload.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import type { Upload } from './command/argument.ts'
import type { Command } from './command/command.ts'
import type { Context } from './command/context.ts'
import { RequestError } from './command/errors.ts'
import { emptyResult } from './command/result.ts'
import type { Result } from './command/result.ts'
import type { UploadImports } from './command/upload-imports.ts'
import { encodingByName } from './encodings/encodings.ts'
import { bindArguments, requireFile } from './request/bind-arguments.ts'
import { convertOptions, parseRequest } from './request/parse-request.ts'
import { apiHeaders, ownHeaders, plainError, refuseUnauthorized } from './response/plain-responses.ts'
import { commandResponse, errorResponse } from './response/respond.ts'

export const API_PREFIX = '/api/v0'

export interface RpcOptions {
  root: Command
  /** returns the node, and opens it if needed */
  node: () => Promise<IpfsNode>
  /** whether the owner of the node has authorized the caller already, regardless of `API.Authorizations` */
  isLetPass?: boolean
  /**
   * Set by an adapter that can send trailers: errors after the first byte are sent as trailers instead of in the body.
   */
  onTrailer?: (name: string, value: string) => void
  /** Time after which the head is sent even without a value: a browser gives a worker about 310 s to respond. */
  earlyHeadMs?: number
  /**
   * Timeout of a stalled upload while its bytes are awaited, and of a stalled reader: other requests may wait for the
   * end of this one. 0 for none; default: 60 s.
   */
  uploadStallMs?: number
  /** Aborts if the host must stop before the answer is complete: the answer then ends with the reason as its error. */
  leaving?: AbortSignal
  /** see `RequestPartsOptions` */
  formsAsBlobs?: boolean
  /** files of the request that were sent separately, instead of those of its body; `signal` ends their reading */
  files?: (options: { signal: AbortSignal }) => Upload | undefined
  /** another process that reads the `files` */
  imports?: UploadImports
}

/** Default of `RpcOptions.uploadStallMs`. */
export const UPLOAD_STALL_MS = 60_000

/** Limit of the request line, as in Go's server: many arguments make it long. */
const MAX_TARGET_BYTES = 1024 * 1024

/**
 * Answers a request below `/api/v0` (Kubo RPC API; same order of checks as go-ipfs-cmds `http/handler.go`). The
 * worker's guard or the Node adapter checks the origin of the request before.
 *
 * @example
 * ```ts
 * const request = new Request(`http://localhost/api/v0/cat?arg=${cid}`, { method: 'POST' })
 * const response = await handleRpc(request, { root, node: async () => node })
 * console.log(await response.text())
 * ```
 */
export async function handleRpc (request: Request, options: RpcOptions): Promise<Response> {
  const url = new URL(request.url)

  if (url.pathname !== API_PREFIX && !url.pathname.startsWith(`${API_PREFIX}/`)) {
    return withoutBodyOfHead(request, plainError('404 page not found', 404)) // another API version, such as /api/v1
  }

  const node = await options.node()

  const refused = options.isLetPass === true
    ? undefined
    : refuseUnauthorized(node.config, url.pathname, request.headers.get('authorization'))

  if (refused != null) {
    return refused
  }

  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { Allow: 'OPTIONS, POST', Vary: 'Origin' } })
  }

  if (request.method !== 'POST') {
    return withoutBodyOfHead(request, plainError('405 - Method Not Allowed', 405, { Allow: 'OPTIONS, POST' }))
  }

  if (url.pathname.length + url.search.length > MAX_TARGET_BYTES) {
    return plainError('431 Request Header Fields Too Large', 431)
  }

  node.logs.logger('cmds/http').debug(`incoming API request: ${url.pathname.slice(API_PREFIX.length)}`)

  try {
    return await runRequest(request, url, node, options)
  } catch (err) {
    if (isError(err, RequestError)) {
      return plainError((err as RequestError).message, (err as RequestError).status)
    }

    throw err
  }
}

function withoutBodyOfHead ({ method }: Request, response: Response): Response {
  return method === 'HEAD' ? new Response(null, response) : response
}

/** Header of clients that read errors in the body of a stream, such as `src/client`. */
const STREAM_ERRORS = 'X-Stream-Errors'

async function runRequest (request: Request, url: URL, node: IpfsNode, options: RpcOptions): Promise<Response> {
  const parsed = parseRequest(options.root, commandPath(url), url.search.slice(1))
  const upload = new AbortController()
  const stallMs = options.uploadStallMs ?? UPLOAD_STALL_MS
  const files = options.files?.({ signal: upload.signal }) ??
    requestFiles(request, {
      signal: upload.signal,
      stallMs,
      formsAsBlobs: options.formsAsBlobs === true && mayStage(parsed.command)
    })
  requireFile(parsed.command, parsed.args, files)
  const values = convertOptions(parsed)
  // Argument lines of the body that break are an error of the command, not of the request.
  const input = await bindArguments(parsed.command, parsed.args, files).catch((err: Error) =>
    isError(err, RequestError) ? Promise.reject(err) : err
  )
  const timeout = values.get('timeout') as string | undefined
  const timeoutMs = timeout == null ? undefined : parseGoDurationMs(timeout)

  if (timeout != null && timeoutMs === undefined) {
    // Deviates from go-ipfs-cmds, which answers 200 without a body and runs nothing.
    return plainError(`invalid timeout: ${durationError(timeout)}`, 400, ownHeaders(node.config))
  }

  const encoding = encodingByName(values.get('encoding') as string)

  if (encoding == null) {
    return plainError(`invalid encoding: ${String(values.get('encoding'))}`, 400, ownHeaders(node.config))
  }

  const ended = node.requests.begin({
    command: parsed.path,
    options: Object.fromEntries([...parsed.unknown, ...values]),
    args: parsed.args
  })
  const life = new RequestLife(eitherSignal(request.signal, options.leaving), { timeoutMs, ended })
  // A command that reads an upload must be aborted too, or it would hold its locks forever.
  const cut = (): void => {
    upload.abort(life.signal.reason)
  }
  life.signal.addEventListener('abort', cut, { once: true })

  if (life.signal.aborted) {
    cut()
  }

  const context = requestContext(values, node, {
    signal: life.signal,
    deadline: timeoutMs == null ? undefined : Date.now() + timeoutMs,
    stallMs,
    root: options.root,
    imports: options.imports,
    given: Object.fromEntries([...parsed.given].map(([{ names }, [text]]) => [names[0], text])),
    surplus: parsed.args.slice(Object.values(parsed.command.args).filter(({ kind }) => kind === 'string').length)
  })
  const all = { ...input, ...commandOptions(parsed.command, values) }
  const write = (value: unknown): string => encoding.value(value, parsed.command, all, context)
  const pieces = (value: unknown): Iterable<string> =>
    encoding.pieces?.(value, parsed.command) ?? [write(collectRows(value))]
  const wire = {
    encoding,
    write,
    pieces,
    life,
    headers: apiHeaders(node.config),
    onTrailer: options.onTrailer,
    onError: logError(node, url),
    earlyHeadMs: options.earlyHeadMs,
    wantsErrors: request.headers.get(STREAM_ERRORS) === 'in-band'
  }

  try {
    if (input instanceof Error) {
      throw input
    }

    return await commandResponse(life.race(runCommand(parsed.command, all, context)), wire, parsed.command.answersBytes)
  } catch (err) {
    life.close()
    wire.onError(err)
    return errorResponse(err, wire)
  }
}

/**
 * Logs the error of a command as info: it is reported to the caller, and is not a fault of the node. Arguments may be
 * secret, and are not logged.
 */
function logError ({ logs }: IpfsNode, { pathname }: URL): (err: unknown) => void {
  return (err) => {
    logs.logger('core/commands').info(`${pathname.slice(API_PREFIX.length + 1)}: ${errorMessage(err)}`)
  }
}

/** Converts a value with `JsonRows` to a plain value. */
function collectRows (value: unknown): unknown {
  return parseExactJson([...goJsonPieces(value)].join(''))
}

function commandPath (url: URL): string {
  const path = percentDecode(url.pathname.slice(API_PREFIX.length + 1))

  if (path == null) {
    throw new RequestError('404 page not found', 404)
  }

  return path
}

function requestFiles (request: Request, options: RequestPartsOptions): Upload | undefined {
  let parts: ReturnType<typeof requestParts>

  try {
    parts = requestParts(request, options)
  } catch (err) {
    throw new RequestError((err as Error).message)
  }

  return parts == null ? undefined : uploadEntries(parts)
}

/**
 * Returns whether the command may stage its files. Only then is the body also read as a Blob, because that costs time.
 */
function mayStage ({ args }: Command): boolean {
  return Object.values(args).some(({ staged }) => staged)
}

function commandOptions (command: Command, values: Map<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...command.inherits, ...command.options }).map(([key, { names }]) => [key, values.get(names[0])])
  )
}

async function runCommand (command: Command, input: Record<string, unknown>, context: Context): Promise<Result> {
  // For a group Kubo runs nothing and ends an empty stream.
  const result = command.run == null ? emptyResult() : await command.run(input, context)

  if (result.kind === 'bytes' && !command.answersBytes) {
    throw new Error('a command that answers bytes must say so: its head may be sent before its result is there')
  }

  return result
}

function requestContext (
  options: Map<string, unknown>,
  node: IpfsNode,
  rest: Pick<Context, 'signal' | 'deadline' | 'stallMs' | 'imports' | 'root' | 'given' | 'surplus'>
): Context {
  const wantsOffline = options.get('offline') === true
  const offline = wantsOffline || !node.online
  let blocks: BlockReader | undefined

  return {
    node,
    // Jobs use an exchange session of their own.
    get blocks () {
      return blocks ??= blockReader(node.blockstore, wantsOffline ? undefined : node.exchange?.session())
    },
    resolveName: async (path, { signal }) => (await node.names.resolve(path, { offline: wantsOffline, signal })).path,
    // As in Kubo, an unknown base is an error only of commands that write CIDs, at their start.
    get cids () {
      return requestCids(options)
    },
    offline,
    wantsOffline,
    ...rest
  }
}

function requestCids (options: Map<string, unknown>): Context['cids'] {
  return cidEncoder(
    options.get('cid-base') as string | undefined,
    options.get('upgrade-cidv0-in-output') as boolean | undefined
  )
}
