import { delay } from '../src/async/timers/delay.ts'
import type { Exchange } from '../src/blocks/exchange/exchange.ts'
import { root } from '../src/commands/root.ts'
import { DelegatedRouter } from '../src/delegated-router/delegated-router.ts'
import { peerGateway } from '../src/gateway/local/peer-gateway.ts'
import type { RunningRequests } from '../src/gateway/steps/refusals.ts'
import { goJson } from '../src/go/json/write-json.ts'
import { conditionalFetch } from '../src/net/auto-conf/conditional-fetch.ts'
import { gatewayApp } from '../src/node-adapter/apps/gateway-app.ts'
import { rpcApp } from '../src/node-adapter/apps/rpc-app.ts'
import type { RequestHandler } from '../src/node-adapter/http/request-handler.ts'
import { createNode } from '../src/node/create-node.ts'
import type { Dependency, IpfsNode } from '../src/node/interface/ipfs-node.ts'
import { announceToNetwork } from '../src/node/maintenance/announce-to-network.ts'
import { handlePinningService } from '../src/pinning-service/handle-pinning-service.ts'
import { PinHosting } from '../src/pinning-service/pin-hosting.ts'
import { HttpExchange } from '../src/retrieval/http-exchange.ts'
import { errorBody } from '../src/rpc/command/errors.ts'
import { CommitLog } from '../src/store/blockstore/commit-log.ts'
import { SqlBlockstore } from '../src/store/sql/sql-blockstore.ts'
import { SqlDatastore } from '../src/store/sql/sql-datastore.ts'
import { gatewayPeers } from '../src/swarm/streams/gateway-peers.ts'
import { denylistsVersion, NO_DENYLISTS } from './denylist/denylist-marker.ts'
import { DenylistPublisher } from './denylist/denylist-publisher.ts'
import { shareResidentRules } from './denylist/resident-rules.ts'
import { deploymentValues } from './deployment.ts'
import type { Env, ObjectState } from './engine/edge-types.ts'
import { objectSql } from './engine/object-sql.ts'
import { Wakes } from './engine/wakes.ts'
import { withLength } from './engine/with-length.ts'
import { BlockAnswers } from './fetch/answer-block.ts'
import { answerLocalFirst } from './fetch/local-first.ts'
import { frontSettings } from './front/front-settings.ts'
import { NamesVersion } from './front/names-version.ts'
import { MAX_GATEWAY_REQUESTS, runningAnswers } from './limits/running-answers.ts'
import { answerNodeMetrics } from './metrics/node-metrics.ts'
import { KnownOrigin } from './peer/door/known-origin.ts'
import { PeerDoor } from './peer/door/peer-door.ts'
import { openSwarmOnEdge } from './peer/open-swarm-on-edge.ts'
import { RELAY_FILE, relayFile } from './peer/relay-file.ts'
import type { ObjectArea } from './request/area.ts'
import { ADMITTED_BY, AREA, LOCAL_FIRST, PIN_USER } from './request/forwarded.ts'
import { targetOf } from './request/target-of.ts'
import { answerRemoteUpload } from './write/answer-remote-upload.ts'
import { answerSegments } from './write/import/answer-segments.ts'
import type { RemoteUpload } from './write/remote-upload.ts'

/** Packages in the script, inserted by scripts/build/edge/bundle-edge.mjs. */
declare const __EDGE_DEPENDENCIES__: Dependency[]

/** Time after which the head of an answer is sent even without a value. */
const EARLY_HEAD_MS = 60_000

/** Command that answers with the bytes of files. */
const CAT = '/api/v0/cat'

/** Commands that may change settings, which the front needs too. */
const CONFIG_COMMANDS = '/api/v0/config'

/** Command that changes a name, which the front may have resolved. */
const PUBLISH = '/api/v0/name/publish'

/** Time to send the answer of `shutdown`. */
const ANSWER_MS = 100

/** Delay before the denylists are published again. */
const RETRY_MS = 1000

/** Time after a start within which delayed services (`NameRepublisher`) have started. */
const STAY_MS = 25_000

/** Delay of fetching the values that `auto` stands for, after their first use. */
const AUTO_CONF_AFTER_MS = 3000

/** Limit of announcements, one per block and provider. They are in memory: about 300 bytes each, plus the addresses. */
const MAX_ANNOUNCED = 50_000

/** No port: the RPC shares its origin with untrusted content, so only origins in the settings are allowed. */
const NO_PORT = 0

interface Opened {
  node: IpfsNode
  hosting: PinHosting
  gateway: RequestHandler
}

export interface NodeObjectOptions {
  /** assumed port of the RPC, which allows the origins of that port */
  rpcPort?: number
  /** false for an offline node */
  online?: boolean
  /** delay of the next wake-up while there is work */
  busyMs?: number
  /** counts gateway requests; by default together with those of the front in the same memory */
  running?: RunningRequests
}

/**
 * The node as a Durable Object. It is the single writer of its database, which contains the identity, settings, pins,
 * MFS, keys and the block index.
 *
 * The engine delays answers until earlier writes are durable. It may evict the object at any time between two turns:
 * long work is a job, and an alarm wakes the object to resume it.
 */
export class NodeObject {
  readonly #state: ObjectState
  readonly #env: Env
  readonly #port: number
  readonly #online: boolean
  readonly #running: RunningRequests
  readonly #wakes: Wakes
  readonly #door = new PeerDoor()
  readonly #origin: KnownOrigin
  readonly #router = new DelegatedRouter({ maxEntries: MAX_ANNOUNCED })
  /** exchanges of requests that are answered from local blocks first */
  readonly #exchanges = new WeakMap<Request, Pick<Exchange, 'session'>>()
  readonly #blocks = new BlockAnswers()
  #opened: Promise<Opened> | undefined
  #blockstore: SqlBlockstore | undefined
  #node: IpfsNode | undefined
  #namesVersion: NamesVersion | undefined

  constructor (
    state: ObjectState,
    env: Env,
    { rpcPort = NO_PORT, online = true, busyMs, running = runningAnswers }: NodeObjectOptions = {}
  ) {
    this.#state = state
    this.#env = env
    this.#port = rpcPort
    this.#online = online
    this.#running = running
    this.#wakes = new Wakes(state.storage, busyMs)
    this.#origin = new KnownOrigin(this.#door, env.ORIGIN)
  }

  async fetch (request: Request): Promise<Response> {
    let opened: Opened

    try {
      opened = await this.#open()
    } catch (err) {
      return new Response(`${goJson(errorBody(err))}\n`, {
        status: 503,
        headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' }
      })
    }

    const response = await this.#answer(request, opened)
    // After the first answer.
    this.#state.waitUntil(opened.node.services.start())
    return response
  }

  async #answer (request: Request, { node, hosting, gateway }: Opened): Promise<Response> {
    const { headers } = request
    const target = targetOf(request)

    switch (headers.get(AREA) as ObjectArea | 'block') {
      case 'rpc':
        return await this.#answerRpc(request, node)

      case 'upload':
        return answerRemoteUpload(request, {
          store: this.#blockstore!,
          run: async (request, upload) => await this.#answerRpc(request, node, upload),
          waitUntil: (work) => {
            this.#state.waitUntil(work)
          }
        })

      // The worker has checked its token.
      case 'pins': {
        await this.#origin.ofOwner(request)
        return await handlePinningService(request, { userOf: () => PIN_USER, open: () => hosting })
      }

      case 'gateway': {
        const response = headers.has(LOCAL_FIRST)
          ? await answerLocalFirst(node.exchange, async (exchange) => {
            this.#exchanges.set(request, exchange)
            return await gateway(request, undefined, target)
          })
          : await gateway(request, undefined, target)
        return withLength(response, false)
      }

      case 'metrics':
        return await answerNodeMetrics(node)

      case 'block':
        return await this.#blocks.answer(request, node)

      case 'segments':
        return await answerSegments(request, this.#blockstore!)

      case 'denylists':
        return new Response(node.policy.rules == null ? NO_DENYLISTS : denylistsVersion(node.denylists.lists))

      case 'peer': {
        this.#origin.ofPeer(request)
        await node.swarm?.get()
        return this.#door.accept(request)
      }
    }
  }

  /**
   * Runs a command of the RPC.
   *
   * @param upload - its upload, if the front reads the body
   */
  async #answerRpc (request: Request, node: IpfsNode, upload?: RemoteUpload): Promise<Response> {
    await this.#origin.ofOwner(request)
    const app = rpcApp(node, root, () => this.#port, {
      earlyHeadMs: EARLY_HEAD_MS,
      isLetPass: request.headers.get(ADMITTED_BY) === 'token',
      ...upload == null ? {} : { files: () => upload.files(request), imports: upload }
    })
    const response = await app(request, undefined, targetOf(request))
    const { pathname } = new URL(request.url)

    if (pathname === PUBLISH) {
      await this.#namesVersion?.change()
    }

    if (pathname === PUBLISH || pathname.startsWith(CONFIG_COMMANDS)) {
      await this.#blockstore?.announce()
    }

    return withLength(response, pathname === CAT)
  }

  /** Resolves when everything so far is published. */
  async published (): Promise<void> {
    await this.#open()
    await this.#blockstore?.background()
  }

  /** Runs at the time that `Wakes` has set: resumes interrupted work, and keeps the object awake. */
  async alarm (): Promise<void> {
    const { node } = await this.#open()
    await node.services.start()
    // Set at once, so that an object that is evicted during the delay wakes again too.
    await this.#wakes.set()
    await delay(STAY_MS)
    await this.#wakes.set()
  }

  async #open (): Promise<Opened> {
    this.#opened ??= this.#create().catch((err: unknown) => {
      this.#opened = undefined
      throw err
    })

    return await this.#opened
  }

  async #create (): Promise<Opened> {
    let hosting: PinHosting | undefined
    const sql = objectSql(this.#state.storage)
    const datastore = new SqlDatastore(sql)
    await this.#origin.open(datastore)
    this.#namesVersion = await NamesVersion.open(datastore)

    const node = await createNode({
      openBlockstore: async () =>
        this.#blockstore = await SqlBlockstore.open({
          sql,
          bucket: this.#env.BLOCKS,
          commitLog: new CommitLog(datastore),
          writers: { writerMs: this.#env.WRITER_MS == null ? undefined : Number(this.#env.WRITER_MS) },
          publish: {
            settings: () =>
              this.#node == null ? '' : frontSettings(this.#node.config, this.#namesVersion?.current ?? ''),
            hold: async (work) => {
              await this.#wakes.hold(work)
            }
          }
        }),
      datastore,
      online: this.#online,
      peerGateway,
      peerSource: gatewayPeers,
      openSwarm: async (deps) => await openSwarmOnEdge(deps, this.#door),
      exchange: ({ config }) => new HttpExchange({ config, auto: true, waits: true }),
      delegatedRouting: { auto: true },
      providing: announceToNetwork,
      // Also without a pinning token: existing pin requests continue.
      services: [(node) => (hosting = new PinHosting(node))],
      autoConf: this.#online ? { lazyMs: AUTO_CONF_AFTER_MS, send: conditionalFetch() } : undefined,
      hold: async (work) => {
        await this.#wakes.hold(work)
      },
      config: deploymentValues(this.#env.CONFIG),
      dependencies: async () => __EDGE_DEPENDENCIES__,
      onShutdown: () => {
        setTimeout(() => {
          this.#shutDown()
        }, ANSWER_MS)
      }
    })

    this.#node = node
    // The manifest may have the settings of another deployment.
    void this.#blockstore?.announce()

    node.jobs.on(() => {
      this.#wakes.busy(node.jobs.list().some(({ state }) => state === 'running'))
    })
    await this.#wakes.set()
    this.#publishDenylists(node)

    const gateway = gatewayApp(node, {
      announced: this.#router,
      maxRequests: MAX_GATEWAY_REQUESTS,
      running: this.#running,
      exchange: (request) => this.#exchanges.get(request) ?? node.exchange,
      own: async (path, { url }) =>
        path === RELAY_FILE ? await relayFile(node, this.#door.origin ?? new URL(url).origin) : undefined
    })

    return { node, hosting: hosting!, gateway }
  }

  /** Publishes the denylists now and after each change, for front workers. */
  #publishDenylists (node: IpfsNode): void {
    const bucket = this.#env.BLOCKS

    if (bucket == null) {
      return
    }

    const publisher = new DenylistPublisher({ bucket, datastore: node.datastore })

    const publish = (): void => {
      shareResidentRules(denylistsVersion(node.denylists.lists), node.policy.rules)
      this.#state.waitUntil(
        retried(async () => {
          await publisher.publish()
        }).catch((err: Error) => {
          node.logs.logger('nopfs').error('the edge does not follow the denylists', { problem: err.message })
        })
      )
    }

    node.policy.watch(publish)
    publish()
  }

  /** Stops the node. The next request opens it again. */
  #shutDown (): void {
    const opened = this.#opened
    this.#opened = undefined
    opened?.then(async ({ node }) => {
      await node.stop()
    }).catch(() => {})
  }
}

/** Does work again after a failure, twice at most. */
async function retried (work: () => Promise<void>, retries = 2): Promise<void> {
  try {
    await work()
  } catch (err) {
    if (retries === 0) {
      throw err
    }

    await delay(RETRY_MS)
    await retried(work, retries - 1)
  }
}
