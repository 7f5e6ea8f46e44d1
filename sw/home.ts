import { isPageMessage } from '../src/client/messages.ts'
import type { AnswerTo, Question } from '../src/client/messages.ts'
import { Logs } from '../src/log/logs.ts'
import { Quota } from '../src/store/quota/quota.ts'
import { announceChanges } from './announce-changes.ts'
import { answerCommandPort } from './answer-command-port.ts'
import { answerInspect } from './answer-inspect.ts'
import { answerCancel, answerContinue, answerJobs } from './answer-jobs.ts'
import { answerAddKeptFile, answerKeepFile, answerKeptFile } from './answer-keep-file.ts'
import { answerPageStreams } from './answer-page-streams.ts'
import { answerServeSite } from './answer-serve-site.ts'
import { answerWebRtcPage } from './answer-webrtc-page.ts'
import { askForWebRtc } from './ask-for-webrtc.ts'
import { dropOldShells, precacheShell } from './assets.ts'
import { Ballast } from './ballast.ts'
import { bootNode, knownRelays, openData, rest, wake } from './boot.ts'
import { CommandPorts } from './command-ports.ts'
import { DataLoss } from './data-loss.ts'
import { answerFetch, answerRpc } from './fetch.ts'
import { mayCommand } from './guard.ts'
import { KnownClients } from './known-clients.ts'
import { loadSwarmPart, wantsSwarm } from './load-swarm-part.ts'
import { LazyNode } from './lazy-node.ts'
import { openWithRoom } from './open-with-room.ts'
import { ProbedOrigins } from './own-origins.ts'
import { PageStreams } from './page-streams.ts'
import { PickedFiles } from './picked-files.ts'
import { RepairReport } from './repair-report.ts'
import { answerRoom } from './room.ts'
import { ServiceStarter } from './service-starter.ts'
import { answerReset, answerSettings } from './settings.ts'
import { answerStart, ShutDownMark } from './shut-down-mark.ts'
import { SitePorts } from './site-ports.ts'
import { tellPages } from './tell-pages.ts'
import type { WebRtcDoor } from './webrtc-door.ts'
import { whenIdle } from './when-idle.ts'
import type { WorkerScope } from './worker-types.ts'

/** The worker of a node: answers its RPC, its gateway and its page, and lets the sites beside it read. Adds all listeners before it returns. */
export function startHome (scope: WorkerScope): void {
  const ballast = new Ballast({ caches, free: async () => (await new Quota().estimate())?.free })
  /** of this worker, whatever becomes of its node */
  const logs = new Logs()
  const log = logs.logger('worker')
  const pickedFiles = new PickedFiles()
  const dataLoss = new DataLoss((news) => { tellPages(scope, news).catch(() => {}) })

  const webRtc: WebRtcDoor = { ask: async () => await askForWebRtc(scope) }
  const shutDownMark = new ShutDownMark(caches)
  const node: LazyNode = new LazyNode(async (onLost) => {
    await shutDownMark.refuse()
    const opened = await openWithRoom(async () => await bootNode(scope.location.href, { webRtc, files: pickedFiles, onLost, makeRoom: async () => await ballast.giveUp(), isRoomProven: async () => await ballast.proves(), hold: async (work) => { await node.hold(work) }, logs, onGc: (news) => { tellPages(scope, news).catch(() => {}) }, onShutdown: () => { shutDown() } }), ballast)
    dataLoss.opened(opened)
    announceChanges(opened)
    services.opened(opened)
    return opened
  }, {
    lost: (err) => {
      log.error(`a database was lost: ${err.message}`)
      // a full disk is among the reasons, and all that the browser itself keeps needs room then
      if (err.loss === 'closed') void ballast.giveUp()
      dataLoss.lost()
    },
    idle: async (opened) => {
      void ballast.make() // nobody needs to wait for it
      await rest(opened, node)
    },
    busy: wake
  })
  const services = new ServiceStarter(node)

  function shutDown (): void {
    shutDownMark.set().catch(() => {}) // a full disk: until the worker ends it is down all the same
    services.stop()
    node.shutDown()
  }

  const repairs = new RepairReport(node)
  const pageStreams = new PageStreams(async () => await node.hold(async (opened) => opened))
  const sitePorts = new SitePorts(scope.location.origin, node)
  const clients = new KnownClients(scope.clients)

  const commandPorts = new CommandPorts(scope.location.origin, async (request, files) => {
    const response = await answerRpc(request, node, files)
    void services.answered()
    return response
  })
  const ownOrigins = new ProbedOrigins({ location: scope.location, userAgent: navigator.userAgent, fetch: async (url, init) => await fetch(url, init) })

  /** What only the node's own pages may ask for. */
  async function answerPage (message: Exclude<Question, { type: 'version' | 'idle' | 'serve-site' }>): Promise<AnswerTo<typeof message>> {
    switch (message.type) {
      case 'inspect': return await answerInspect(node, __SWIPFS_VERSION__)
      case 'settings': return await answerSettings(node, knownRelays(scope.location.href))
      case 'start-node': return await answerStart(shutDownMark)
      case 'reset-config': return await answerReset(node, openData)
      case 'room': return await answerRoom(node)
      case 'repairs': return await repairs.answer()
      case 'forget-repairs': return await repairs.forget()
      case 'jobs': return await answerJobs(node)
      case 'cancel-job': return await answerCancel(node, message.id)
      case 'continue-job': return await answerContinue(node, message.id)
      case 'keep-file': return await answerKeepFile(pickedFiles, message.file)
      case 'kept-file': return await answerKeptFile(pickedFiles, message.path)
      case 'add-kept-file': return await answerAddKeptFile(node, message)
    }
  }

  scope.addEventListener('install', (event) => {
    if (wantsSwarm(scope.location.href)) {
      loadSwarmPart()
    }

    event.waitUntil(precacheShell().then(async () => {
      // the first version has nobody to wait for; a later one waits until a person agrees
      if (scope.registration.active == null) {
        await scope.skipWaiting()
      }
    }))
  })

  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([dropOldShells(), scope.clients.claim()]))
  })

  scope.addEventListener('message', (event) => {
    if (!isPageMessage(event.data)) {
      return
    }

    switch (event.data.type) {
      case 'ping':
        event.waitUntil(commandPorts.kept()) // that it came keeps the worker alive
        break
      case 'version':
        event.ports[0]?.postMessage({ type: 'version', version: __SWIPFS_VERSION__ })
        break
      case 'claim':
        event.waitUntil(scope.clients.claim())
        break
      case 'idle':
        services.pause()
        sitePorts.closeIdle()
        commandPorts.closeIdle()
        // not by waitUntil: that would be something to wait for
        void whenIdle(() => node.inUse).then(() => { event.ports[0]?.postMessage({ type: 'idle' }) }, () => {})
        break
      case 'inspect':
      case 'settings':
      case 'reset-config':
      case 'start-node':
      case 'room':
      case 'repairs':
      case 'forget-repairs':
      case 'jobs':
      case 'keep-file':
      case 'kept-file':
      case 'add-kept-file':
      case 'cancel-job':
      case 'continue-job':
        if (mayCommand(event.source, scope.location.origin)) {
          event.waitUntil(answerPage(event.data).then(async (answer) => {
            event.ports[0]?.postMessage(answer)
            // who follows a job by messages alone has it go on too
            await services.answered()
          }))
        }
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
    }
  })

  scope.addEventListener('fetch', (event) => {
    const answer = answerFetch(event, scope, node, ownOrigins, clients)

    if (answer != null) {
      event.respondWith(answer)
      event.waitUntil(answer.then(async () => { await services.answered() }, () => {}))
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
}
