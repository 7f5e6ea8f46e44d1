import type { ConfigStore } from '../src/config/config-store.ts'
import { gatewayConfig } from '../src/gateway/request/config.ts'
import { plainError } from '../src/rpc/response/plain-responses.ts'
import { admitPeer } from './admit-peer.ts'
import { admit, admitPins } from './admit.ts'
import type { Admission } from './admit.ts'
import { areaOf } from './area.ts'
import type { Area } from './area.ts'
import { boundedBody, refuseLarge } from './bounded-body.ts'
import { frontDenylists } from './denylist/front-denylists.ts'
import { deployment } from './deployment.ts'
import type { Env, ObjectNamespace, WorkerContext } from './edge-types.ts'
import { ADMITTED_BY, AREA } from './forwarded.ts'
import { Front } from './front/front.ts'
import { answerThroughCache } from './immutable-cache.ts'
import type { AnswerCache } from './immutable-cache.ts'
import { isGatewayClosed } from './is-gateway-closed.ts'
import { NODE_NAME } from './node-name.ts'
import { refuseLong } from './refuse-long.ts'
import { smallBody } from './small-body.ts'

export { FetchObject } from './fetch/fetch-object.ts'
export { NodeObject } from './node-object.ts'

/** Handles all requests in front of the node. Unauthorized requests and cache hits do not wake the Durable Object. */
export default {
  async fetch (request: Request, env: Env, ctx: WorkerContext): Promise<Response> {
    try {
      return await answerRequest(request, env, ctx)
    } catch (err) {
      return plainError(`the node does not answer: ${(err as Error).message}`, 503)
    }
  }
}

async function answerRequest (request: Request, env: Env, ctx: WorkerContext): Promise<Response> {
  const config = await deployment(env)
  const area = areaOf(request, config)
  const isPublic = area === 'gateway' && !isGatewayClosed(config)
  const admission = isPublic ? { by: 'everybody' } : await admitTo(area, request, config, env)

  if ('refused' in admission) {
    await request.body?.cancel()
    return admission.refused
  }

  const refused = refuseLarge(request) ?? (area === 'gateway' ? refuseLong(request) : undefined)

  if (refused != null) {
    await request.body?.cancel()
    return refused
  }

  const askNode = async (asked: Request): Promise<Response> => {
    const bounded = area === 'gateway' ? await smallBody(asked) : { request: boundedBody(asked), release: () => {} }

    if ('refused' in bounded) {
      return bounded.refused
    }

    const forwarded = new Request(bounded.request)
    forwarded.headers.set(ADMITTED_BY, admission.by)
    forwarded.headers.set(AREA, area)

    try {
      return await env.NODE.get(env.NODE.idFromName(NODE_NAME)).fetch(forwarded)
    } finally {
      bounded.release()
    }
  }

  const { default: cache } = caches as unknown as { default: AnswerCache }
  const denylists = isPublic
    ? await frontDenylists(env, {
      cache,
      waitUntil: (work) => {
        ctx.waitUntil(work)
      }
    })
    : undefined

  if (denylists == null) {
    return await askNode(request)
  }

  const { version, policy } = denylists
  const front = env.BLOCKS == null
    ? undefined
    : new Front({
      bucket: env.BLOCKS,
      cache,
      ctx,
      policy,
      askNode,
      ...env.FETCH == null ? {} : { askFetcher: fetcher(env.FETCH) }
    })

  return await answerThroughCache(
    request,
    {
      text: `${env.CONFIG ?? ''} ${version}`,
      maxRangeBytes: gatewayConfig(config).maxRangeRequestFileBytes,
      isCurrent: front == null ? undefined : async (sources) => await front.isCurrent(sources)
    },
    cache,
    ctx,
    async () =>
      // The node answers if the rules of the denylists cannot be read here.
      front == null || policy == null ? { response: await askNode(request) } : await front.answer(request)
  )
}

/** Returns a function that asks the object that fetches the content below a root. */
function fetcher (namespace: ObjectNamespace): (root: string, request: Request) => Promise<Response> {
  return async (root, request) => await namespace.get(namespace.idFromName(root)).fetch(new Request(request))
}

/** Checks access to an API that is not public. */
async function admitTo (area: Area, request: Request, config: ConfigStore, env: Env): Promise<Admission> {
  switch (area) {
    case 'peer':
      return admitPeer(request, config)
    case 'pins':
      return await admitPins(request, env.PIN_TOKEN)
    default:
      return await admit(request, config, env.TOKEN)
  }
}
