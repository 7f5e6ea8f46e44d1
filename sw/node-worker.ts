import { isPageMessage } from '../src/client/messages.ts'
import type { AnswerTo, Question } from '../src/client/messages.ts'
import { Logs } from '../src/log/logs.ts'
import { answeringCaches } from '../src/store/answering-caches.ts'
import { Quota } from '../src/store/quota/quota.ts'
import { announceChanges } from './announce-changes.ts'
import { answerAppData } from './answer-app-data.ts'
import { answerCommandPort } from './answer-command-port.ts'
import { answerEnd } from './answer-end.ts'
import { answerInspect } from './answer-inspect.ts'
import { answerCancel, answerContinue, answerJobs } from './answer-jobs.ts'
import { answerAddKeptFile, answerKeepFile, answerKeptFile } from './answer-keep-file.ts'
import { answerExportKey, answerRestoreKeys, answerSealKeys } from './answer-key-backup.ts'
import { answerPageStreams } from './answer-page-streams.ts'
import { answerPinDates } from './answer-pin-dates.ts'
import { answerServeSite } from './answer-serve-site.ts'
import { answerWebRtcPage } from './answer-webrtc-page.ts'
import { askForWebRtc } from './ask-for-webrtc.ts'
import { Ballast } from './ballast.ts'
import { bootNode, knownRelays, openData, rest, wake } from './boot.ts'
import { CommandPorts } from './command-ports.ts'
import { DataLoss } from './data-loss.ts'
import { answerFetch, answerRpc } from './fetch.ts'
import { mayCommand, pageRefusal } from './guard.ts'
import { keepableAnswer } from './keepable-answer.ts'
import { KnownClients } from './known-clients.ts'
import { LazyNode } from './lazy-node.ts'
import type { NodeParts } from './node-parts.ts'
import { OpenAnswers } from './open-answers.ts'
import { openWithRoom } from './open-with-room.ts'
import { ProbedOrigins } from './own-origins.ts'
import { PageStreams } from './page-streams.ts'
import { PeersMark } from './peers-mark.ts'
import { PeersRevival } from './peers-revival.ts'
import { PickedFiles } from './picked-files.ts'
import { RepairReport } from './repair-report.ts'
import { listenForTurns } from './repo-turns.ts'
import { answerRoom } from './room.ts'
import { isTimerScript, timerScript } from './serve-timer-script.ts'
import { ServiceStarter } from './service-starter.ts'
import { answerReset, answerSettings } from './settings.ts'
import { answerStart, ShutDownMark } from './shut-down-mark.ts'
import { SitePorts } from './site-ports.ts'
import { tellPages } from './tell-pages.ts'
import { VisitedSites } from './visited-sites.ts'
import type { WebRtcDoor } from './webrtc-door.ts'
import { whenIdle } from './when-idle.ts'
import type { WorkerFetchEvent, WorkerScope } from './worker-types.ts'

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
  const storage = answeringCaches(caches)
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
