import type { NodeNews } from '../../src/client/protocol/messages.ts'
import { Logs } from '../../src/log/logs.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import type { CacheStorageLike } from '../../src/store/cache/caches-with-timeout.ts'
import type { DatabaseLostError, OnLost } from '../../src/store/database/database-lost-error.ts'
import { Quota } from '../../src/store/quota/quota.ts'
import { bootNode, clearCleanMark, flushToDisk } from '../node/boot-node.ts'
import { LazyNode } from '../node/lazy-node.ts'
import type { NodeParts } from '../node/node-parts.ts'
import { announceChanges, DataLoss } from '../node/page-news.ts'
import { ServiceStarter } from '../node/service-starter.ts'
import { PeersMark, StartupReconnect } from '../node/startup-reconnect.ts'
import { postToPages } from '../scope/post-to-pages.ts'
import { Ballast } from '../storage/ballast.ts'
import { openWithBallast } from '../storage/open-with-ballast.ts'
import { PickedFiles } from '../storage/picked-files.ts'
import { onRepoRequested } from '../storage/repo-handover.ts'
import { ShutDownMark } from '../storage/shut-down-mark.ts'
import { requestWebRtcPages } from '../swarm/webrtc-bridge.ts'
import type { WebRtcBridge } from '../swarm/webrtc-bridge.ts'

/**
 * The node of a worker with its storage, services and marks. The first request opens it. It is closed when another
 * worker needs the repo, a command shuts it down, or the next version replaces the worker.
 */
export class WorkerNode {
  readonly lazy: LazyNode
  readonly services: ServiceStarter
  readonly reconnect: StartupReconnect
  readonly shutDownMark: ShutDownMark
  readonly pickedFiles = new PickedFiles()
  readonly webRtc: WebRtcBridge
  readonly #scope: ServiceWorkerGlobalScope
  readonly #parts: NodeParts
  readonly #ballast: Ballast
  readonly #peersMark: PeersMark
  readonly #dataLoss: DataLoss
  /** logs of this worker, shared by its successive nodes */
  readonly #logs = new Logs()

  constructor (scope: ServiceWorkerGlobalScope, parts: NodeParts, caches: CacheStorageLike) {
    this.#scope = scope
    this.#parts = parts
    this.#ballast = new Ballast({ caches, free: async () => (await new Quota().estimate())?.free })
    this.#peersMark = new PeersMark(caches)
    this.#dataLoss = new DataLoss((news) => {
      this.#postNews(news)
    })
    this.shutDownMark = new ShutDownMark(caches)
    this.webRtc = { ask: async (except) => await requestWebRtcPages(scope, except) }
    this.lazy = new LazyNode(async (onLost) => await this.#open(onLost), {
      lost: (err) => {
        this.#lost(err)
      },
      idle: async (node) => {
        void this.#ballast.make() // no caller waits for it
        await flushToDisk(node, this.lazy)
      },
      busy: clearCleanMark
    })
    this.services = new ServiceStarter(this.lazy)
    this.reconnect = new StartupReconnect({
      mark: this.#peersMark,
      isActive: () => this.#isActivePeer,
      open: async () => {
        await this.lazy.hold(async () => {})
        await this.services.answered()
      }
    })
  }

  /** Stops the node for good when its last use ends, because another version takes over. */
  retire (): void {
    this.services.retire()
    this.lazy.retire()
  }

  /** Some browsers do not expose the state of this worker. There it counts as active if any worker is. */
  get #isActivePeer (): boolean {
    const { serviceWorker, registration } = this.#scope
    return this.#parts.swarm != null && (serviceWorker?.state ?? registration.active?.state) === 'activated'
  }

  async #open (onLost: OnLost): Promise<IpfsNode> {
    await this.shutDownMark.refuse()
    void this.#ballast.look() // it finishes long before the first write
    const node = await openWithBallast(async () => await this.#boot(onLost), this.#ballast)
    this.#dataLoss.opened(node)
    announceChanges(node)
    onRepoRequested(() => {
      this.#releaseRepo()
    })
    this.services.opened(node)
    return node
  }

  async #boot (onLost: OnLost): Promise<IpfsNode> {
    const ballast = this.#ballast

    return await bootNode(this.#parts, {
      webRtc: this.webRtc,
      files: this.pickedFiles,
      logs: this.#logs,
      reserve: ballast,
      onLost,
      makeRoom: async () => await ballast.giveUp(),
      isRoomProven: async () => await ballast.proves(),
      hold: async (work) => {
        await this.lazy.hold(work)
      },
      onGc: (news) => {
        this.#postNews(news)
      },
      onKeptPeers: async (hasPeers) => {
        await this.#peersMark.put(hasPeers)
      },
      onShutdown: () => {
        this.#shutDown()
      }
    })
  }

  #lost (err: DatabaseLostError): void {
    this.#logs.logger('worker').error(`a database was lost: ${err.message}`)

    // A full disk is one possible cause, and then the browser itself needs room too.
    if (err.loss === 'closed') {
      void this.#ballast.giveUp()
    }

    this.#dataLoss.lost()
  }

  #shutDown (): void {
    this.shutDownMark.set().catch(() => {}) // full disk: it stays down at least until the worker ends
    this.services.stop()
    this.lazy.shutDown()
  }

  /**
   * Releases the repo because another worker of this origin waits for it. That worker's node continues jobs that no
   * request waits for.
   */
  #releaseRepo (): void {
    this.services.pause()

    if (this.lazy.releaseRepo()) {
      this.services.stop()
    }
  }

  #postNews (news: NodeNews): void {
    postToPages(this.#scope, news).catch(() => {})
  }
}
