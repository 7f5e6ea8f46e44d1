import { isPageMessage } from '../src/client/messages.ts'
import { Quota } from '../src/store/quota/quota.ts'
import { announceChanges } from './announce-changes.ts'
import { dropOldShells, precacheShell } from './assets.ts'
import { Ballast } from './ballast.ts'
import { bootNode, openData, rest, wake } from './boot.ts'
import { DataLoss } from './data-loss.ts'
import { answerFetch } from './fetch.ts'
import { answerInspect } from './answer-inspect.ts'
import { answerCancel, answerJobs } from './answer-jobs.ts'
import { mayCommand } from './guard.ts'
import { LazyNode } from './lazy-node.ts'
import { openWithRoom } from './open-with-room.ts'
import { RepairReport } from './repair-report.ts'
import { answerRoom } from './room.ts'
import { ServiceStarter } from './service-starter.ts'
import { answerReset, answerSettings } from './settings.ts'
import { tellPages } from './tell-pages.ts'
import { whenIdle } from './when-idle.ts'
import type { WorkerScope } from './worker-types.ts'

const scope = globalThis as unknown as WorkerScope
const ballast = new Ballast({ caches, free: async () => (await new Quota().estimate())?.free })
const dataLoss = new DataLoss((news) => { tellPages(scope, news).catch(() => {}) })

const node: LazyNode = new LazyNode(async (onLost) => {
  const opened = await openWithRoom(async () => await bootNode(scope.location.href, { onLost, makeRoom: async () => await ballast.giveUp(), isRoomProven: async () => await ballast.proves(), hold: async (work) => { await node.hold(work) } }), ballast)
  dataLoss.opened(opened)
  announceChanges(opened)
  services.opened(opened)
  return opened
}, {
  lost: (err) => {
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
const repairs = new RepairReport(node)

/** What only the node's own pages may ask for. */
const answers = {
  inspect: async () => await answerInspect(node, __SWIPFS_VERSION__),
  settings: async () => await answerSettings(node),
  'reset-config': async () => await answerReset(node, openData),
  room: async () => await answerRoom(node),
  repairs: async () => await repairs.answer(),
  'forget-repairs': async () => await repairs.forget(),
  jobs: async () => await answerJobs(node)
}

// All listeners are added while the script runs: a browser wakes a worker only for events that it listened to from the start.

scope.addEventListener('install', (event) => {
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
      break // that it came keeps the worker alive
    case 'version':
      event.ports[0]?.postMessage({ type: 'version', version: __SWIPFS_VERSION__ })
      break
    case 'claim':
      event.waitUntil(scope.clients.claim())
      break
    case 'idle':
      services.pause()
      // not by waitUntil: that would be something to wait for
      void whenIdle(() => node.inUse).then(() => { event.ports[0]?.postMessage({ type: 'idle' }) }, () => {})
      break
    case 'inspect':
    case 'settings':
    case 'reset-config':
    case 'room':
    case 'repairs':
    case 'forget-repairs':
    case 'jobs':
      if (mayCommand(event.source, scope.location.origin)) {
        event.waitUntil(answers[event.data.type]().then((answer) => { event.ports[0]?.postMessage(answer) }))
      }
      break
    case 'cancel-job':
      if (mayCommand(event.source, scope.location.origin)) {
        event.waitUntil(answerCancel(node, event.data.id).then((answer) => { event.ports[0]?.postMessage(answer) }))
      }
      break
    case 'skip-waiting':
      event.waitUntil(scope.skipWaiting())
      break
  }
})

scope.addEventListener('fetch', (event) => {
  const answer = answerFetch(event, scope, node)

  if (answer != null) {
    event.respondWith(answer)
    event.waitUntil(answer.then(async () => { await services.answered() }, () => {}))
  }
})

scope.serviceWorker?.addEventListener('statechange', () => {
  if (scope.serviceWorker?.state === 'redundant') {
    services.retire()
    node.retire()
  }
})
