import { parseGoQuery, percentDecode } from '../http/go-query.ts'
import { blockReader } from '../node/block-reader.ts'
import type { Node } from '../node/node.ts'
import { blocksBackend } from './backends/blocks-backend.ts'
import type { Backend } from './backend.ts'
import { gatewayConfig } from './config.ts'
import type { GatewayConfig } from './config.ts'
import { gatewayHeaders } from './gateway-headers.ts'
import type { Incoming } from './request.ts'
import { sandbox } from './sandbox.ts'
import { StatusError } from './status-error.ts'
import { answerRequest } from './steps.ts'
import { webError } from './web-error.ts'
import { Work } from './work.ts'

export interface GatewayOptions {
  node: () => Promise<Node>
  /** Content shares its origin with an application: it is shown and runs nothing. */
  sandbox?: boolean
  /** The path and query as they were sent, where the URL of the request has them no more: it has no dots in its path. */
  target?: string
}

/**
 * Answers a request below `/ipfs` or `/ipns` (specs.ipfs.tech/http-gateways/path-gateway). Never rejects.
 *
 * @example
 *   event.respondWith(handleGateway(event.request, { node, sandbox: true }))
 */
export async function handleGateway (request: Request, options: GatewayOptions): Promise<Response> {
  const node = await options.node()
  const config = gatewayConfig(node.config)
  const headers = gatewayHeaders(config)
  const work = new Work(request.signal, config.retrievalTimeoutMs)
  let response: Response

  try {
    response = await answerRequest(incoming(request, options, { config, headers, work, backend: localBackend(node, config) }))
    work.arrived()
  } catch (err) {
    work.end(err)
    response = webError(request, headers, config, err)
  }

  if (!work.streams) {
    work.end()
  }

  return finish(request, response, options)
}

function incoming (request: Request, { target, sandbox = false }: GatewayOptions, rest: Pick<Incoming, 'config' | 'headers' | 'work' | 'backend'>): Incoming {
  const { rawPath, rawQuery } = splitTarget(target ?? request.url)
  const path = percentDecode(rawPath)

  if (path == null) {
    throw new StatusError(400, 'Bad Request')
  }

  return { stage: 'incoming', request, path, rawPath, rawQuery, query: parseGoQuery(rawQuery), originIsolated: false, sandbox, ...rest }
}

/** Of a path or of a whole URL. Not by `URL`, which would change both parts. */
function splitTarget (target: string): { rawPath: string, rawQuery: string } {
  const [, rawPath, rawQuery = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(target) as RegExpExecArray
  return { rawPath: rawPath === '' ? '/' : rawPath, rawQuery }
}

function localBackend ({ store, exchange }: Node, { noFetch }: GatewayConfig): Backend {
  return blocksBackend({
    blocks: blockReader(store, noFetch ? undefined : exchange),
    local: blockReader(store, undefined),
    missingStatus: noFetch && exchange != null ? 500 : 404
  })
}

function finish (request: Request, response: Response, options: GatewayOptions): Response {
  if (request.method === 'HEAD' && response.body != null) {
    void response.body.cancel()
    return finish(request, new Response(null, response), options)
  }

  return options.sandbox === true ? sandbox(response) : response
}
