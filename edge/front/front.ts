import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../../src/blocks/exchange/block-not-found-error.ts'
import type { ExchangeSession } from '../../src/blocks/exchange/exchange-session.ts'
import { verifyBlock } from '../../src/blocks/local/verify-block.ts'
import type { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { handleGateway } from '../../src/gateway/handler/handler.ts'
import { blocksGateway } from '../../src/gateway/local/local-gateway.ts'
import { gatewayConfig } from '../../src/gateway/request/config.ts'
import type { GatewayConfig } from '../../src/gateway/request/config.ts'
import { isOnlyIfCached } from '../../src/gateway/request/request.ts'
import { hostOf } from '../../src/node-adapter/http/request-url.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { ReadAheadBudget } from '../../src/store/sql/read-ahead-budget.ts'
import type { AnswerCache, AnswerSources } from '../cache/immutable-cache.ts'
import type { WorkerContext } from '../engine/edge-types.ts'
import { withLength } from '../engine/with-length.ts'
import { MAX_GATEWAY_REQUESTS, runningAnswers } from '../limits/running-answers.ts'
import { ELSEWHERE, LOCAL_FIRST } from '../request/forwarded.ts'
import { targetOf } from '../request/target-of.ts'
import { Detour } from './detour.ts'
import type { DetourReason } from './detour.ts'
import { FrontNames, newNameMemory } from './front-names.ts'
import type { NameMemory } from './front-names.ts'
import { openFrontSettings } from './front-settings.ts'
import { ManifestReader } from './manifest-reader.ts'
import type { ManifestMemory, ReadManifest } from './manifest-reader.ts'
import { newPieceMemory, PieceCache } from './pieces.ts'
import type { PieceMemory } from './pieces.ts'
import { PublishedBlocks } from './published-blocks.ts'
import { newContentsMemory, PublishedIndex } from './published-index.ts'
import type { ContentsMemory } from './published-index.ts'

/** Read-ahead of all answers of one worker. The node may run in the same memory. */
const MAX_READ_BYTES = 10 * 1024 * 1024

/** State of a worker that all of its requests share. A request must not wait for reads of another one. */
export interface FrontMemory {
  manifest: ManifestMemory
  pieces: PieceMemory
  contents: ContentsMemory
  names: NameMemory
  shares: ReadAheadBudget
}

export function newFrontMemory (): FrontMemory {
  return {
    manifest: {},
    pieces: newPieceMemory(),
    contents: newContentsMemory(),
    names: newNameMemory(),
    shares: new ReadAheadBudget(MAX_READ_BYTES)
  }
}

const shared = newFrontMemory()

/** An answer, and its sources if it was made in front of the node; these are complete when the body is. */
export interface FrontAnswer {
  response: Response
  sources?: () => AnswerSources
}

export interface FrontInit {
  bucket: ObjectBucket
  cache: AnswerCache
  ctx: WorkerContext
  /** asks the node */
  askNode: (request: Request) => Promise<Response>
  /** asks the object that fetches the content below a root; by default the node fetches */
  askFetcher?: (root: string, request: Request) => Promise<Response>
  /** the rules of the denylists; none by default */
  policy?: ContentPolicy | undefined
  /** by default that of this worker */
  memory?: FrontMemory
}

/** Answers requests for published content in front of the node, which is not woken for them. */
export class Front {
  readonly #init: FrontInit
  readonly #manifests: ManifestReader
  readonly #memory: FrontMemory

  constructor (init: FrontInit) {
    this.#init = init
    this.#memory = init.memory ?? shared
    this.#manifests = new ManifestReader({ bucket: init.bucket, cache: init.cache, memory: this.#memory.manifest })
  }

  /** Whether a cached answer is valid: none of its containers has lost a block since. */
  async isCurrent ({ seq, containers }: AnswerSources): Promise<boolean> {
    const manifest = await this.#manifests.current()
    return manifest != null && seq >= manifest.floor &&
      containers.every(([container, known]) => known >= (manifest.changed.get(container) ?? 0))
  }

  /** Answers a gateway request, or has another object answer it. */
  async answer (request: Request): Promise<FrontAnswer> {
    const { method } = request
    const manifest = method === 'GET' || method === 'HEAD' ? await this.#manifests.current() : undefined
    return manifest == null || manifest.settings === ''
      ? { response: await this.#init.askNode(request) }
      : await this.#answer(request, manifest)
  }

  async #answer (request: Request, manifest: ReadManifest): Promise<FrontAnswer> {
    const { bucket, cache, ctx, policy } = this.#init
    const settings = await openFrontSettings(manifest.settings)
    const config = gatewayConfig(settings.config)
    const detour = new Detour()

    const blocks = new PublishedBlocks({
      index: new PublishedIndex({
        bucket,
        manifests: this.#manifests,
        pieces: new PieceCache({
          memory: this.#memory.pieces,
          cache,
          waitUntil: (work) => {
            ctx.waitUntil(work)
          }
        }),
        contents: this.#memory.contents
      }),
      bucket,
      policy,
      shares: this.#memory.shares,
      atNode: async (cid, { signal }) => await this.#blockAtNode(cid, detour, { signal, isLocal: true })
    })

    const gateway = blocksGateway({
      config: {
        ...config,
        maxConcurrentRequests: Math.min(config.maxConcurrentRequests || Infinity, MAX_GATEWAY_REQUESTS)
      },
      store: blocks,
      names: new FrontNames({
        config: settings.config,
        version: settings.names,
        memory: this.#memory.names,
        policy,
        cache,
        askNode: this.#init.askNode,
        detour: () => {
          detour.take('node')
        }
      }),
      session: () => this.#session(detour),
      isOnline: true
    })
    const atNode = async (): Promise<never> => {
      detour.take('node')
      throw new Error('the node has them')
    }
    const target = targetOf(request)

    const response = await handleGateway(request, {
      ...gateway,
      backend: { ...gateway.backend, filesRoot: atNode },
      cached: () => ({ ...gateway.cached(), filesRoot: atNode }),
      running: runningAnswers
    }, {
      target,
      host: hostOf(request, target),
      proxied: true,
      fallback: () => {
        detour.take('node')
        return new Response(null)
      }
    })

    if (detour.reason != null) {
      response.body?.cancel().catch(() => {})
      return { response: await this.#answerElsewhere(request, { config, reason: detour.reason, root: blocks.root }) }
    }

    detour.headSent()
    return {
      response: withLength(response, false),
      sources: () => ({ seq: manifest.seq, containers: [...blocks.sources] })
    }
  }

  /**
   * Has the node answer a request, or if it lacks a block and may fetch it, the object that fetches the content below
   * its root.
   */
  async #answerElsewhere (
    request: Request,
    { config, reason, root }: { config: GatewayConfig; reason: DetourReason; root: CID | undefined }
  ): Promise<Response> {
    const { askNode, askFetcher } = this.#init

    if (askFetcher == null || reason === 'node' || root == null || config.noFetch || isOnlyIfCached(request)) {
      return await askNode(request)
    }

    const asked = new Request(request)
    asked.headers.set(LOCAL_FIRST, '1')
    const local = await askNode(asked)

    if (!local.headers.has(ELSEWHERE)) {
      return local
    }

    await local.body?.cancel()
    return await askFetcher(root.toV1().toString(), request)
  }

  /** Makes a session that fetches blocks through the node, after the head of the answer. */
  #session (detour: Detour): ExchangeSession {
    return {
      get: async (cid, { signal, verify }) => {
        const bytes = await this.#blockAtNode(cid, detour, { signal, isLocal: false })

        if (bytes == null) {
          throw new BlockNotFoundError(cid)
        }

        await verify(bytes)
        return bytes
      }
    }
  }

  /** Asks the node for a block; before the head of the answer takes the detour instead. */
  async #blockAtNode (
    cid: CID,
    detour: Detour,
    { signal, isLocal }: { signal?: AbortSignal; isLocal: boolean }
  ): Promise<Uint8Array | undefined> {
    if (!detour.hasHead) {
      detour.take('block')
      return undefined
    }

    const response = await this.#init.askNode(
      new Request(`http://127.0.0.1/ipfs/${cid}?format=raw`, {
        headers: isLocal ? { 'Cache-Control': 'only-if-cached' } : {},
        signal
      })
    )

    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }

    const bytes = new Uint8Array(await response.arrayBuffer())
    await verifyBlock({ cid, bytes })
    return bytes
  }
}
