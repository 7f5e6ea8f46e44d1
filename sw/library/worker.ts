import type { BlockstoreKind } from '../../src/client/worker/worker-url.ts'
import type { NodeParts } from '../node/node-parts.ts'
import { requestedBlockStore } from '../node/node-parts.ts'
import { isTimerScript } from '../scope/timer-script-response.ts'
import { nodeWorker } from '../worker/node-worker.ts'
import type { ExtendableEvent, WorkerFetchEvent } from './fetch-event.ts'
import { isForNode } from './is-for-node.ts'
import type { SwarmPart } from './swarm-part.ts'

export type { BlockstoreKind, ExtendableEvent, SwarmPart, WorkerFetchEvent }

export interface SwipfsOptions {
  /**
   * Blockstore of a new repo. By default the query of the worker's script selects it, as set by `register({ blockStore
   * })`.
   */
  blockStore?: BlockstoreKind
  /** Makes the node a peer of the network: `swarm` of `swipfs/worker/swarm`. */
  swarm?: SwarmPart
}

/** A node in an app's own service worker. */
export interface Swipfs {
  /**
   * Returns whether a request is for the node: `/api/v0`, `/ipfs`, `/ipns` and `/mfs` of this origin, root-absolute
   * URLs in pages of content, and the script with which pages keep the worker alive.
   */
  handles: (event: Pick<WorkerFetchEvent, 'request'>) => boolean
  /**
   * Answers a request that the node handles.
   *
   * @throws TypeError for any other request
   */
  respond: (event: WorkerFetchEvent) => Promise<Response>
}

/**
 * Adds the node to an existing service worker of an app, together with Workbox or other libraries. Must be called once,
 * while the script runs: it listens to messages of the client library. The app routes fetch events itself.
 *
 * @example
 * ```ts
 * import { swipfs } from 'swipfs/worker'
 *
 * const node = swipfs()
 *
 * self.addEventListener('fetch', (event) => {
 *   if (node.handles(event)) event.respondWith(node.respond(event))
 * })
 * ```
 */
export function swipfs ({ blockStore, swarm }: SwipfsOptions = {}): Swipfs {
  const scope = globalThis as unknown as ServiceWorkerGlobalScope
  const node = nodeWorker(scope, {
    version: __SWIPFS_VERSION__,
    blockStore: blockStore ?? requestedBlockStore(scope.location.href),
    swarm: swarm == null ? undefined : () => swarm as ReturnType<NonNullable<NodeParts['swarm']>>
  })
  const handles: Swipfs['handles'] = ({ request }) =>
    isForNode(request.url, scope.location.origin, request) || isTimerScript(request, scope)

  return {
    handles,

    async respond (event) {
      const answer = handles(event) ? node.answer(event) : undefined

      if (answer == null) {
        throw new TypeError(`${event.request.url} is not for the node: ask handles(event) first`)
      }

      return await answer
    }
  }
}
