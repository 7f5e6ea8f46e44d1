import { isPageMessage } from '../../src/client/protocol/messages.ts'
import type { AnswerTo, Question } from '../../src/client/protocol/messages.ts'
import { Logs } from '../../src/log/logs.ts'
import { cachesWithTimeout } from '../../src/store/cache/caches-with-timeout.ts'
import { Quota } from '../../src/store/quota/quota.ts'
import { answerAppData } from '../messages/app-data.ts'
import { answerRoom } from '../messages/disk-full.ts'
import { answerAddKeptFile, answerKeepFile, answerKeptFile } from '../messages/file-handles.ts'
import { answerInspect } from '../messages/inspect.ts'
import { answerCancel, answerContinue, answerJobs } from '../messages/jobs.ts'
import { answerExportKey, answerRestoreKeys, answerSealKeys } from '../messages/key-backup.ts'
import { answerPinDates } from '../messages/pin-dates.ts'
import { answerReset, answerSettings } from '../messages/settings.ts'
import { announceChanges } from '../node/announce-changes.ts'
import { bootNode, knownRelays, openData, rest, wake } from '../node/boot-node.ts'
import { DataLoss } from '../node/data-loss.ts'
import { LazyNode } from '../node/lazy-node.ts'
import type { NodeParts } from '../node/node-parts.ts'
import { RepairReport } from '../node/repair-report.ts'
import { ServiceStarter } from '../node/service-starter.ts'
import { PeersRevival } from '../node/startup-reconnect.ts'
import { whenIdle } from '../node/wait-until-idle.ts'
import { answerCommandPort } from '../ports/accept-command-port.ts'
import { answerPageStreams } from '../ports/accept-page-streams.ts'
import { answerServeSite } from '../ports/accept-site-port.ts'
import { CommandPorts } from '../ports/command-ports.ts'
import { PageStreams } from '../ports/page-streams.ts'
import { SitePorts } from '../ports/site-ports.ts'
import { answerFetch, answerRpc } from '../requests/answer-fetch.ts'
import { ProbedOrigins } from '../requests/probed-origins.ts'
import { answerEnd } from '../responses/append-end-mark.ts'
import { OpenAnswers } from '../responses/open-responses.ts'
import { keepableAnswer } from '../responses/protect-navigation.ts'
import { KnownClients } from '../scope/client-cache.ts'
import { mayCommand, pageRefusal } from '../scope/guard.ts'
import { tellPages } from '../scope/post-to-pages.ts'
import { isTimerScript, timerScript } from '../scope/timer-script-response.ts'
import type { WorkerFetchEvent, WorkerScope } from '../scope/worker-types.ts'
import { Ballast } from '../storage/ballast.ts'
import { openWithRoom } from '../storage/open-with-ballast.ts'
import { PeersMark } from '../storage/peers-mark.ts'
import { PickedFiles } from '../storage/picked-files.ts'
import { listenForTurns } from '../storage/repo-handover.ts'
import { answerStart, ShutDownMark } from '../storage/shut-down-mark.ts'
import { VisitedSites } from '../storage/visited-sites.ts'
import { answerWebRtcPage } from '../swarm/accept-webrtc-page.ts'
import { askForWebRtc } from '../swarm/request-webrtc-pages.ts'
import type { WebRtcDoor } from '../swarm/webrtc-bridge.ts'

/** A node within a worker, which may have other tasks too. */
export interface NodeWorker {
  /**
   * Answers a request for the RPC, for content, or for the script with which pages keep the worker alive; undefined for
   * any other. Keeps the worker alive until follow-up work is done.
   */
  answer: (event: WorkerFetchEvent) => Promise<Response> | undefined
}

/**
 * Runs the node in a worker. The first request opens it, pages control it by messages, and the next version replaces
 * it. The caller handles installation, activation and all other requests. Adds its listeners before it returns.
 */
export function nodeWorker (scope: WorkerScope, parts: NodeParts): NodeWorker {
  const storage = cachesWithTimeout(caches)
  const ballast = new Ballast({ caches: storage, free: async () => (await new Quota().estimate())?.free })
  /** Logs of this worker, shared by its successive nodes. */
  const logs = new Logs()
  const log = logs.logger('worker')
  const pickedFiles = new PickedFiles()
  const dataLoss = new DataLoss((news) => {
    tellPages(scope, news).catch(() => {})
  })

  const webRtc: WebRtcDoor = { ask: async () => await askForWebRtc(scope) }
  const shutDownMark = new ShutDownMark(storage)
  const peersMark = new PeersMark(storage)
  const node: LazyNode = new LazyNode(async (onLost) => {
    await shutDownMark.refuse()
    void ballast.look() // it finishes long before the first write
    const opened = await openWithRoom(async () =>
      await bootNode(parts, {
        webRtc,
        files: pickedFiles,
        onLost,
        makeRoom: async () => await ballast.giveUp(),
        isRoomProven: async () => await ballast.proves(),
        reserve: ballast,
        hold: async (work) => {
          await node.hold(work)
        },
        logs,
        onGc: (news) => {
          tellPages(scope, news).catch(() => {})
        },
        onKeptPeers: async (hasPeers) => {
          await peersMark.put(hasPeers)
        },
        onShutdown: () => {
          shutDown()
        }
      }), ballast)
    dataLoss.opened(opened)
    announceChanges(opened)
    listenForTurns(giveWay)
    services.opened(opened)
    return opened
  }, {
    lost: (err) => {
      log.error(`a database was lost: ${err.message}`)
      // A full disk is one possible cause, and then the browser itself needs room too.
      if (err.loss === 'closed') {
        void ballast.giveUp()
      }
      dataLoss.lost()
    },
    idle: async (opened) => {
      void ballast.make() // no caller waits for it
      await rest(opened, node)
    },
    busy: wake
  })
  const services = new ServiceStarter(node)

  function shutDown (): void {
    shutDownMark.set().catch(() => {}) // full disk: it stays down at least until the worker ends
    services.stop()
    node.shutDown()
  }

  const revival = new PeersRevival({
    mark: peersMark,
    // Some browsers do not expose the state of this worker. There it counts as active if any worker is.
    isActive: () =>
      parts.swarm != null && (scope.serviceWorker?.state ?? scope.registration.active?.state) === 'activated',
    open: async () => {
      await node.hold(async () => {})
      await services.answered()
    }
  })

  /**
   * Releases the repo because another worker of this origin waits for it. That worker's node continues jobs that no
   * request waits for.
   */
  function giveWay (): void {
    services.pause()
    if (node.giveWay()) {
      services.stop()
    }
  }

  const repairs = new RepairReport(node)
  const pageStreams = new PageStreams(async () => await node.hold(async (opened) => opened))
  const visited = new VisitedSites(storage)
  const sitePorts = new SitePorts(scope.location.origin, node, visited)
  const clients = new KnownClients(scope.clients)
  const openAnswers = new OpenAnswers(scope)

  const commandPorts = new CommandPorts(scope.location.origin, async (request, files) => {
    const response = await answerRpc(request, node, { files })
    void services.answered()
    return response
  })
  const ownOrigins = new ProbedOrigins({
    location: scope.location,
    userAgent: navigator.userAgent,
    fetch: async (url, init) => await fetch(url, init),
    visited
  })

  /** Answers messages that only the node's own pages may send. */
  async function answerPage (
    message: Exclude<Question, { type: 'version' | 'idle' | 'serve-site' }>
  ): Promise<AnswerTo<typeof message> | undefined> {
    switch (message.type) {
      case 'inspect':
        return await answerInspect(node, parts.version)
      case 'settings':
        return await answerSettings(node, parts.swarm == null ? undefined : knownRelays())
      case 'start-node':
        return await answerStart(shutDownMark)
      case 'reset-config':
        return await answerReset(node, openData)
      case 'room':
        return await answerRoom(node)
      case 'repairs':
        return await repairs.answer()
      case 'forget-repairs':
        return await repairs.forget()
      case 'jobs':
        return await answerJobs(node)
      case 'pin-dates':
        return await answerPinDates(node)
      case 'cancel-job':
        return await answerCancel(node, message.id)
      case 'app-data':
        return await answerAppData(node, message)
      case 'seal-keys':
        return await answerSealKeys(node, message)
      case 'export-key':
        return await answerExportKey(node, message)
      case 'restore-keys':
        return await answerRestoreKeys(node, message)
      case 'continue-job':
        return await answerContinue(node, message.id)
      case 'keep-file':
        return await answerKeepFile(node, pickedFiles, message.file)
      case 'kept-file':
        return await answerKeptFile(node, pickedFiles, message.path)
      case 'add-kept-file':
        return await answerAddKeptFile(node, message)
    }
  }

  scope.addEventListener('fetch', (event) => {
    revival.event(event)
  })

  scope.addEventListener('message', (event) => {
    revival.event(event)

    if (!isPageMessage(event.data)) {
      return
    }

    switch (event.data.type) {
      case 'ping':
        event.waitUntil(commandPorts.kept()) // its arrival keeps the worker alive
        break
      case 'version':
        event.ports[0]?.postMessage({
          type: 'version',
          version: parts.version,
          refused: pageRefusal(event.source, scope.location.origin)
        })
        break
      case 'claim':
        event.waitUntil(scope.clients.claim())
        break
      case 'idle':
        services.pause()
        sitePorts.closeIdle()
        commandPorts.closeIdle()
        // Without waitUntil, which would itself count as activity.
        void whenIdle(node).then(() => {
          event.ports[0]?.postMessage({ type: 'idle' })
        }, () => {})
        break
      case 'serve-site':
        answerServeSite(event, scope.location.origin, sitePorts)
        break
      case 'command-port':
        answerCommandPort(event, scope.location.origin, commandPorts)
        break
      case 'webrtc-page':
        answerWebRtcPage(event, scope.location.origin, webRtc)
        break
      case 'page-streams':
        answerPageStreams(event, scope.location.origin, pageStreams)
        break
      case 'skip-waiting':
        event.waitUntil(scope.skipWaiting())
        break
      default:
        if (mayCommand(event.source, scope.location.origin)) {
          event.waitUntil(
            answerPage(event.data).then(async (answer) => {
              if (answer == null) {
                return // a message of the app
              }

              event.ports[0]?.postMessage(answer)
              // Start the services too, because a page may follow a job by messages only.
              await services.answered()
            })
          )
        }
    }
  })

  scope.serviceWorker?.addEventListener('statechange', () => {
    if (scope.serviceWorker?.state === 'redundant') {
      sitePorts.closeAll()
      pageStreams.closeAll()
      commandPorts.closeIdle()
      services.retire()
      node.retire()
    }
  })

  return {
    answer (event) {
      if (isTimerScript(event.request, scope)) {
        return Promise.resolve(timerScript())
      }

      const answer = openAnswers.answer(
        event,
        (leaving) =>
          answerFetch(event, scope, node, {
            origins: ownOrigins,
            clients,
            version: parts.version,
            explorer: parts.explorer,
            leaving
          })
            ?.then(async (response) => await keepableAnswer(event.request, response, openAnswers)),
        { tail: (response) => answerEnd(event.request, response) }
      )

      if (answer != null) {
        event.waitUntil(answer.then(async () => {
          await services.answered()
        }, () => {}))
      }

      return answer
    }
  }
}
