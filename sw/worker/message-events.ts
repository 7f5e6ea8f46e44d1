import { isPageMessage } from '../../src/client/protocol/messages.ts'
import type { PageMessage } from '../../src/client/protocol/messages.ts'
import type { NodeParts } from '../node/node-parts.ts'
import { waitUntilIdle } from '../node/wait-until-idle.ts'
import { acceptCommandPort } from '../ports/command-ports.ts'
import type { CommandPorts } from '../ports/command-ports.ts'
import { acceptPageStreams } from '../ports/page-streams.ts'
import type { PageStreams } from '../ports/page-streams.ts'
import { acceptSitePort } from '../ports/site-ports.ts'
import type { SitePorts } from '../ports/site-ports.ts'
import { mayCommand, pageRefusal } from '../scope/guard.ts'
import { acceptWebRtcPage } from '../swarm/webrtc-bridge.ts'
import { pageQuestions } from './page-questions.ts'
import type { PageQuestion } from './page-questions.ts'
import type { WorkerNode } from './worker-node.ts'

/** The ports over which pages and sites reach the node. */
export interface WorkerPorts {
  commands: CommandPorts
  sites: SitePorts
  streams: PageStreams
}

/** Messages about the worker and its ports. Each handler checks its sender where that matters. */
type WorkerMessageType = Exclude<PageMessage['type'], PageQuestion['type']>

/**
 * Returns the handler of message events. Questions about the node are answered for its own pages only. Messages of the
 * app are ignored.
 */
export function messageHandler (
  scope: ServiceWorkerGlobalScope,
  parts: NodeParts,
  node: WorkerNode,
  ports: WorkerPorts
): (event: ExtendableMessageEvent) => void {
  const handlers = workerMessageHandlers(scope, parts, node, ports)
  const answerPage = pageQuestions(node, parts)
  const { origin } = scope.location

  return (event) => {
    const { data } = event

    if (!isPageMessage(data)) {
      return
    }

    if (Object.hasOwn(handlers, data.type)) {
      handlers[data.type as WorkerMessageType](event)
    } else if (mayCommand(event.source, origin)) {
      event.waitUntil(
        answerPage(data as PageQuestion).then(async (answer) => {
          event.ports[0]?.postMessage(answer)
          // Start the services too, because a page may follow a job by messages only.
          await node.services.answered()
        })
      )
    }
  }
}

function workerMessageHandlers (
  scope: ServiceWorkerGlobalScope,
  { version }: NodeParts,
  { lazy, services, webRtc }: WorkerNode,
  { commands, sites, streams }: WorkerPorts
): Record<WorkerMessageType, (event: ExtendableMessageEvent) => void> {
  const { origin } = scope.location

  return {
    ping (event) {
      event.waitUntil(commands.whenIdleOrPinged()) // its arrival keeps the worker alive
    },
    version ({ source, ports: [port] }) {
      port?.postMessage({ type: 'version', version, refused: pageRefusal(source, origin) })
    },
    claim (event) {
      event.waitUntil(scope.clients.claim())
    },
    idle ({ ports: [port] }) {
      services.pause()
      sites.closeIdle()
      commands.closeIdle()
      // Without waitUntil, which would itself count as activity.
      void waitUntilIdle(lazy).then(() => {
        port?.postMessage({ type: 'idle' })
      }, () => {})
    },
    'serve-site' (event) {
      acceptSitePort(event, origin, sites)
    },
    'command-port' (event) {
      acceptCommandPort(event, origin, commands)
    },
    'webrtc-page' (event) {
      acceptWebRtcPage(event, origin, webRtc)
    },
    'page-streams' (event) {
      acceptPageStreams(event, origin, streams)
    },
    'skip-waiting' (event) {
      event.waitUntil(scope.skipWaiting())
    }
  }
}
