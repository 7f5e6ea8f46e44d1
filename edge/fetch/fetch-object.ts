import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../../src/blocks/exchange/block-not-found-error.ts'
import type { ExchangeSession } from '../../src/blocks/exchange/exchange-session.ts'
import type { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { handleGateway } from '../../src/gateway/handler/handler.ts'
import type { Gateway } from '../../src/gateway/handler/handler.ts'
import { blocksGateway } from '../../src/gateway/local/local-gateway.ts'
import { gatewayConfig } from '../../src/gateway/request/config.ts'
import { RunningRequests } from '../../src/gateway/steps/refusals.ts'
import { hostOf } from '../../src/node-adapter/http/request-url.ts'
import { HttpExchange } from '../../src/retrieval/http-exchange.ts'
import { CommitLog } from '../../src/store/blockstore/commit-log.ts'
import { SqlBlockstore } from '../../src/store/sql/sql-blockstore.ts'
import { SqlDatastore } from '../../src/store/sql/sql-datastore.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'
import { frontDenylists } from '../denylist/front-denylists.ts'
import type { Env, ObjectState } from '../engine/edge-types.ts'
import { objectSql } from '../engine/object-sql.ts'
import { withLength } from '../engine/with-length.ts'
import { FrontNames } from '../front/front-names.ts'
import { openFrontSettings } from '../front/front-settings.ts'
import { newFrontMemory } from '../front/front.ts'
import { ManifestReader } from '../front/manifest-reader.ts'
import { PieceCache } from '../front/pieces.ts'
import { PublishedBlocks } from '../front/published-blocks.ts'
import { PublishedIndex } from '../front/published-index.ts'
import { MAX_GATEWAY_REQUESTS } from '../limits/running-answers.ts'
import { AREA } from '../request/forwarded.ts'
import { NODE_NAME } from '../request/node-name.ts'
import { targetOf } from '../request/target-of.ts'
import { FetchedBlocks } from './fetched-blocks.ts'

/** Time without a request after which the fetched blocks are deleted. */
const IDLE_MS = 3_600_000

const NO_CACHE: AnswerCache = { match: async () => undefined, put: async () => {} }

/**
 * Fetches the content below one root that the node does not have, in an object of its own, and answers all of its
 * visitors. They share each fetch. Slow content takes no place of the node.
 */
export class FetchObject {
  readonly #state: ObjectState
  readonly #env: Env
  readonly #memory = newFrontMemory()
  readonly #running = new RunningRequests()
  #store: Promise<SqlBlockstore> | undefined
  #opened: { settings: string; gateway: Promise<Gateway> } | undefined
  #usedMs = 0

  constructor (state: ObjectState, env: Env) {
    this.#state = state
    this.#env = env
  }

  async fetch (request: Request): Promise<Response> {
    this.#usedMs = Date.now()

    if (await this.#state.storage.getAlarm() == null) {
      await this.#state.storage.setAlarm(this.#usedMs + IDLE_MS)
    }

    const manifest = await this.#manifests().current()
    const settings = manifest?.settings ?? ''
    const policy = await this.#policy()

    if (settings === '' || policy == null) {
      return await this.#askNode(request, 'gateway')
    }

    if (this.#opened?.settings !== settings) {
      this.#opened = { settings, gateway: this.#open(settings, policy) }
    }

    const target = targetOf(request)
    const response = await handleGateway(request, await this.#opened.gateway, {
      target,
      host: hostOf(request, target),
      proxied: true
    })
    return withLength(response, false)
  }

  /** Deletes the blocks of a content that nothing asks for any more. */
  async alarm (): Promise<void> {
    const idleMs = Date.now() - this.#usedMs

    if (idleMs < IDLE_MS) {
      await this.#state.storage.setAlarm(Date.now() + IDLE_MS)
      return
    }

    this.#store = undefined
    this.#opened = undefined
    await this.#state.storage.deleteAll()
  }

  /** Opens the gateway, one for all requests: its readers share the lookups and fetches of blocks. */
  async #open (settings: string, policy: ContentPolicy): Promise<Gateway> {
    const { config, names } = await openFrontSettings(settings)
    const gateway = gatewayConfig(config)
    const exchange = new HttpExchange({ config, auto: true, waits: false })
    const store = await (this.#store ??= this.#openStore())

    const opened = blocksGateway({
      config: {
        ...gateway,
        maxConcurrentRequests: Math.min(gateway.maxConcurrentRequests || Infinity, MAX_GATEWAY_REQUESTS)
      },
      store: new FetchedBlocks(
        store,
        new PublishedBlocks({
          bucket: this.#env.BLOCKS!,
          shares: this.#memory.shares,
          atNode: async () => undefined,
          index: new PublishedIndex({
            bucket: this.#env.BLOCKS!,
            manifests: this.#manifests(),
            pieces: new PieceCache({ memory: this.#memory.pieces, cache: NO_CACHE, waitUntil: () => {} }),
            contents: this.#memory.contents
          })
        }),
        policy
      ),
      names: new FrontNames({
        config,
        version: names,
        memory: this.#memory.names,
        cache: NO_CACHE,
        policy,
        askNode: async (request) => await this.#askNode(request, 'gateway'),
        detour: () => {}
      }),
      session: () => this.#session(exchange.session()),
      isOnline: true
    })
    return { ...opened, running: this.#running }
  }

  /** Returns the policy of the denylists, one object for all versions; undefined if only the node knows the rules. */
  async #policy (): Promise<ContentPolicy | undefined> {
    const denylists = await frontDenylists(this.#env, {
      cache: NO_CACHE,
      waitUntil: (work) => {
        this.#state.waitUntil(work)
      }
    })
    return await denylists?.policy()
  }

  async #openStore (): Promise<SqlBlockstore> {
    const sql = objectSql(this.#state.storage)
    return await SqlBlockstore.open({ sql, commitLog: new CommitLog(new SqlDatastore(sql)) })
  }

  #manifests (): ManifestReader {
    return new ManifestReader({ bucket: this.#env.BLOCKS!, cache: NO_CACHE, memory: this.#memory.manifest })
  }

  /** Makes a session that asks gateways, and then the node, whose peers may have a block. */
  #session (http: ExchangeSession | undefined): ExchangeSession {
    return {
      ...http,
      get: async (cid, options) => {
        try {
          if (http != null) {
            return await http.get(cid, options)
          }
        } catch {
          options.signal.throwIfAborted()
        }

        return await this.#blockOfPeers(cid, options.signal)
      }
    }
  }

  async #blockOfPeers (cid: CID, signal: AbortSignal): Promise<Uint8Array> {
    const response = await this.#askNode(new Request(`http://127.0.0.1/${cid}`, { signal }), 'block')

    if (!response.ok) {
      await response.body?.cancel()
      throw new BlockNotFoundError(cid)
    }

    return new Uint8Array(await response.arrayBuffer())
  }

  async #askNode (request: Request, area: string): Promise<Response> {
    const forwarded = new Request(request)
    forwarded.headers.set(AREA, area)
    return await this.#env.NODE.get(this.#env.NODE.idFromName(NODE_NAME)).fetch(forwarded)
  }
}
