import { cachesWithTimeout } from '../../src/store/cache/caches-with-timeout.ts'
import type { NodeParts } from '../node/node-parts.ts'
import { CommandPorts } from '../ports/command-ports.ts'
import { PageStreams } from '../ports/page-streams.ts'
import { SitePorts } from '../ports/site-ports.ts'
import { answerRpc } from '../requests/answer-fetch.ts'
import { chosenLanguage } from '../storage/chosen-language.ts'
import { VisitedSites } from '../storage/visited-sites.ts'
import { fetchHandler } from './fetch-events.ts'
import type { FetchHandler } from './fetch-events.ts'
import { messageHandler } from './message-events.ts'
import { WorkerNode } from './worker-node.ts'

/** A node within a worker, which may have other tasks too. */
export interface NodeWorker {
  /**
   * Answers a request for the RPC, for content, or for the script with which pages keep the worker alive; undefined for
   * any other. Keeps the worker alive until follow-up work is done.
   */
  answer: FetchHandler
}

/**
 * Runs the node in a worker. The first request opens it, pages control it by messages, and the next version replaces
 * it. The caller handles installation, activation and all other requests. Adds its listeners before it returns.
 */
export function nodeWorker (scope: ServiceWorkerGlobalScope, parts: NodeParts): NodeWorker {
  const storage = cachesWithTimeout(caches)
  const node = new WorkerNode(scope, parts, storage)
  const { lazy, services, reconnect } = node
  const visited = new VisitedSites(storage)
  const language = async (): Promise<string | undefined> => await chosenLanguage(storage)
  const { origin } = scope.location

  const ports = {
    commands: new CommandPorts(origin, async (request, files) => {
      const response = await answerRpc(request, lazy, { files })
      void services.answered()
      return response
    }),
    sites: new SitePorts(origin, lazy, visited, { language }),
    streams: new PageStreams(async () => await lazy.hold(async (opened) => opened))
  }
  const onMessage = messageHandler(scope, parts, node, ports)

  scope.addEventListener('fetch', (event) => {
    reconnect.event(event)
  })

  scope.addEventListener('message', (event) => {
    reconnect.event(event)
    onMessage(event)
  })

  scope.serviceWorker?.addEventListener('statechange', () => {
    if (scope.serviceWorker?.state === 'redundant') {
      ports.sites.closeAll()
      ports.streams.closeAll()
      ports.commands.closeIdle()
      node.retire()
    }
  })

  return { answer: fetchHandler(scope, parts, node, { visited, language }) }
}
