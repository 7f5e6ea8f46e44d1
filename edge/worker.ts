import type { ConfigStore } from '../src/config/config-store.ts'
import { admitPeer } from './admission/admit-peer.ts'
import { admit, admitPins } from './admission/admit.ts'
import type { Admission } from './admission/admit.ts'
import { isGatewayClosed } from './admission/is-gateway-closed.ts'
import { deployment } from './deployment.ts'
import type { Env, WorkerContext } from './engine/edge-types.ts'
import { answerPublic } from './front/answer-public.ts'
import { clientLimits } from './limits/client-limits.ts'
import { clientOf } from './limits/client.ts'
import { PEER_COST, REFUSED_COST, REQUEST_COST } from './limits/costs.ts'
import { tooManyRequests } from './limits/too-many-requests.ts'
import { answerLoad, isLoadRequest } from './metrics/answer-load.ts'
import { answerMetrics } from './metrics/answer-metrics.ts'
import { answerMeasured } from './metrics/measured.ts'
import type { RequestRecord } from './metrics/measured.ts'
import { requestKind } from './metrics/request-kind.ts'
import { areaOf } from './request/area.ts'
import type { Area, ObjectArea } from './request/area.ts'
import { boundedBody, refuseLarge } from './request/bounded-body.ts'
import { ADMITTED_BY, AREA } from './request/forwarded.ts'
import { NODE_NAME } from './request/node-name.ts'
import { refuseLong } from './request/refuse-long.ts'
import { smallBody } from './request/small-body.ts'
import { answerWrite } from './write/answer-write.ts'

export { FetchObject } from './fetch/fetch-object.ts'
export { ImportObject } from './write/import/import-object.ts'
export { MetricsObject } from './metrics/metrics-object.ts'
export { NodeObject } from './node-object.ts'

/** Handles all requests in front of the node. Unauthorized requests and cache hits do not wake the Durable Object. */
export default {
  async fetch (request: Request, env: Env, ctx: WorkerContext): Promise<Response> {
    return await answerMeasured(
      request,
      env,
      ctx,
      async (record, counted) => await answerRequest(request, counted, ctx, record)
    )
  }
}

async function answerRequest (
  request: Request,
  env: Env,
  ctx: WorkerContext,
  record: RequestRecord
): Promise<Response> {
  const config = await deployment(env)
  const area = areaOf(request, config)
  const isPublic = area === 'gateway' && !isGatewayClosed(config)
  const admission: Admission | { by: 'everybody' } = isPublic
    ? { by: 'everybody' }
    : await admitTo(area, request, config, env)

  const client = clientOf(request, admission)
  const limits = clientLimits(env)
  Object.assign(record, { kind: requestKind(request, area), client })

  const limited = (retryS: number): Response => {
    record.isLimited = true
    return tooManyRequests(area, retryS)
  }

  const retryS = limits.take(client, costOf(request, area, admission))
  const refused = retryS == null ? refusal(request, area, admission) : limited(retryS)

  if (refused != null || 'refused' in admission) {
    await request.body?.cancel()
    return refused!
  }

  const objectArea = area === 'pins' && isLoadRequest(request) ? 'metrics' : area

  const askNode = async (asked: Request, subject: ObjectArea = objectArea): Promise<Response> => {
    const bounded = await boundedRequest(asked, subject)

    if ('refused' in bounded) {
      return bounded.refused
    }

    const forwarded = new Request(bounded.request)
    forwarded.headers.set(ADMITTED_BY, admission.by)
    forwarded.headers.set(AREA, subject)
    record.by = 'node'

    try {
      return await env.NODE.get(env.NODE.idFromName(NODE_NAME)).fetch(forwarded)
    } finally {
      bounded.release()
    }
  }

  if (area === 'metrics') {
    return await answerMetrics(request, env, askNode)
  }

  if (objectArea === 'metrics') {
    return await answerLoad(request, env, askNode)
  }

  const written = area === 'rpc'
    ? await answerWrite(request, env, ctx, async (asked) => await askNode(asked, 'upload'))
    : undefined

  if (written != null) {
    return written
  }

  return isPublic
    ? await answerPublic(request, { env, ctx, config, record, limits, askNode, limited })
    : await askNode(request)
}

/** Returns the answer to a request that is not admitted, or that is too large. */
function refusal (request: Request, area: Area, admission: Admission | { by: 'everybody' }): Response | undefined {
  return 'refused' in admission
    ? admission.refused
    : refuseLarge(request) ?? (area === 'gateway' ? refuseLong(request) : undefined)
}

/** Returns a request to the node with a bounded body. Messages about an upload are bounded by the upload. */
async function boundedRequest (asked: Request, subject: ObjectArea): ReturnType<typeof smallBody> {
  if (subject === 'gateway') {
    return await smallBody(asked)
  }

  return { request: subject === 'upload' ? asked : boundedBody(asked), release: () => {} }
}

/** Returns the tokens that a request needs. A preflight has no secret, which is no failure. */
function costOf ({ method }: Request, area: Area, admission: Admission | { by: 'everybody' }): number {
  if ('refused' in admission) {
    return method === 'OPTIONS' ? REQUEST_COST : REFUSED_COST
  }

  return area === 'peer' ? PEER_COST : REQUEST_COST
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
