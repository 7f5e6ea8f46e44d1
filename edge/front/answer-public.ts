import type { ConfigStore } from '../../src/config/config-store.ts'
import { gatewayConfig } from '../../src/gateway/request/config.ts'
import { answerThroughCache } from '../cache/immutable-cache.ts'
import type { Answer, AnswerCache } from '../cache/immutable-cache.ts'
import { frontDenylists } from '../denylist/front-denylists.ts'
import type { Env, ObjectNamespace, WorkerContext } from '../engine/edge-types.ts'
import type { ClientLimits } from '../limits/client-limits.ts'
import type { RequestRecord } from '../metrics/measured.ts'
import { Front } from './front.ts'
import type { FrontInit } from './front.ts'

export interface PublicRequestInit {
  env: Env
  ctx: WorkerContext
  /** settings of the deployment */
  config: ConfigStore
  record: RequestRecord
  limits: ClientLimits
  /** asks the node */
  askNode: (request: Request) => Promise<Response>
  /** makes the answer to a client that has to wait for some seconds */
  limited: (retryS: number) => Response
}

/** Answers a public gateway request: from the cache, from published content, or by the node or a fetching object. */
export async function answerPublic (
  request: Request,
  { env, ctx, config, record, limits, askNode, limited }: PublicRequestInit
): Promise<Response> {
  const { default: cache } = caches as unknown as { default: AnswerCache }
  const denylists = await frontDenylists(env, {
    cache,
    waitUntil: (work) => {
      ctx.waitUntil(work)
    }
  })

  const { FETCH, BLOCKS, MISSES, CONFIG = '' } = env
  const init: FrontInit | undefined = BLOCKS == null ? undefined : {
    bucket: BLOCKS,
    cache,
    ctx,
    askNode,
    ...FETCH == null ? {} : {
      askFetcher: async (root, asked) => {
        record.by = 'fetcher'
        return await askFetcher(FETCH, root, asked)
      }
    }
  }
  const front = init == null ? undefined : new Front(init)

  const answerMiss = async (): Promise<Answer> => {
    const retryS = await limits.takeShared(record.client, MISSES)

    if (retryS != null) {
      record.by = 'worker'
      return { response: limited(retryS) }
    }

    // The node answers if the rules of the denylists cannot be read here.
    const policy = await denylists?.policy()
    const answer = init == null || policy == null
      ? { response: await askNode(request) }
      : await new Front({ ...init, policy }).answer(request)

    if ('sources' in answer) {
      record.by = 'front'
    }

    return answer
  }

  if (denylists == null) {
    return (await answerMiss()).response
  }

  record.by = 'cache'
  const response = await answerThroughCache(
    request,
    {
      text: `${CONFIG} ${denylists.version}`,
      maxRangeBytes: gatewayConfig(config).maxRangeRequestFileBytes,
      isCurrent: front == null ? undefined : async (sources) => await front.isCurrent(sources)
    },
    cache,
    ctx,
    answerMiss
  )
  limits.chargeAnswer(record.client, record.by)
  return response
}

/** Asks the object that fetches the content below a root. */
async function askFetcher (namespace: ObjectNamespace, root: string, request: Request): Promise<Response> {
  return await namespace.get(namespace.idFromName(root)).fetch(new Request(request))
}
