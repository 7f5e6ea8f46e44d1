import { NodeNotReadyError, ready, register, rpc, RpcError, startNode as letStart } from '../../client/index.ts'
import { BASE } from '../../client/base.ts'
import { becomesPeer } from '../../client/becomes-peer.ts'
import type { UpdateOffer } from '../../client/index.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { retold } from '../lib/retold.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'

export interface NodeState {
  phase: 'starting' | 'ready' | 'failed'
  /** why it failed */
  problem?: PlainError
  /** it was the worker that said so: another setting may help */
  answered?: boolean
  peerId?: string
  /** what the node calls itself, e.g. kubo/0.40.0 */
  agent?: string
  /** version of the worker that controls this page */
  workerVersion?: string
  update: 'none' | 'fetching' | 'offered' | 'waiting' | 'switching' | 'delayed' | 'replaced'
}

export const node = new Store<NodeState>({ phase: 'starting', update: 'none' })

/** The version of this page, as the build wrote it. */
export const pageVersion = document.querySelector<HTMLMetaElement>('meta[name=swipfs-version]')?.content

let offered: UpdateOffer | undefined
let waiting: AbortController | undefined
let registered = false
let registering: Promise<void> | undefined

/** While the disk is full, as a person makes room elsewhere or the browser has some again, and while the worker does not answer, as on a busy device. */
const TRY_AGAIN_MS = 10_000

/** Brings the node up, and tells why when it does not come. Can be called again after a failure. */
export async function startNode (): Promise<void> {
  node.patch({ phase: 'starting', problem: undefined, answered: undefined })
  await tryStart()
}

async function tryStart (): Promise<void> {
  try {
    // with the data of the site a browser takes the worker away as well, below pages that are open
    const isGone = registered && (await navigator.serviceWorker.getRegistration(BASE))?.active == null
    if (!registered || isGone) await (registering ??= registerWorker().finally(() => { registering = undefined }))
    const { version } = await ready()
    // it came after another one, and is not newer for that
    if (isGone) node.patch({ update: version === pageVersion ? 'none' : 'replaced' })
    // a person has opened the page: a node that was shut down may start again
    await letStart()
    // offline: who it is is known without its peers, which may take a while to start
    const { ID, AgentVersion } = await rpc<{ ID: string, AgentVersion: string }>('id', { options: { offline: true } })
    node.patch({ phase: 'ready', problem: undefined, answered: undefined, workerVersion: version, peerId: ID, agent: AgentVersion })
  } catch (err) {
    const isFull = isDiskFull(err)
    const problem = isFull ? fullProblem(err as Error) : startProblem(err)
    node.patch({ phase: 'failed', problem, answered: (err as Error).name === RpcError.name })

    if (isFull || (err as Error).name === NodeNotReadyError.name) {
      setTimeout(() => { if (node.value.problem === problem) void tryStart() }, TRY_AGAIN_MS)
    }
  }
}

async function registerWorker (): Promise<void> {
  await register({
    script: `${BASE}sw.js`,
    scope: BASE,
    swarm: await becomesPeer(),
    onFetching: (underWay) => {
      const { update } = node.value
      if (underWay && update === 'none') node.patch({ update: 'fetching' })
      if (!underWay && update === 'fetching') node.patch({ update: 'none' })
    },
    onOffer: (offer) => {
      offered = offer
      node.patch({ update: 'offered' })
    },
    onGone: () => { void startNode() },
    onReplaced: () => {
      node.patch({ update: 'replaced' })
      void ready().then(({ version }) => { node.patch({ workerVersion: version }) }, () => {})
    }
  })
  registered = true
}

/**
 * The worker says so. Where none can be installed Chromium says that it has no access to what it keeps of workers, or that it has thrown that away, which a full
 * disk brings about (`ServiceWorkerConsts`, `ServiceWorkerContextWrapper::DeleteAndStartOver`).
 */
function isDiskFull (err: unknown): boolean {
  const { name, message } = err as Error
  return name === RpcError.name ? /disk is full/.test(message) : /failed to access storage|service worker system has shutdown/i.test(message)
}

function fullProblem ({ message }: Error): PlainError {
  return retold(() => ({ what: t('The disk is full, and the node cannot open its storage.'), next: t('Free some space on this device: it is tried again every few seconds. What is kept here is still there.'), detail: message }))
}

/** The worker runs and says why its node does not open, storage refused or broken most often, or does not listen to this page. */
function startProblem (err: unknown): PlainError {
  if ((err as Error).name !== RpcError.name) {
    return plainError(err)
  }
  const { status, message: detail } = err as RpcError
  return retold(() => status === 403
    ? { what: t('The settings of this node keep this page out.'), next: t('Only who sends one of the keys in API.Authorizations may use it.'), detail }
    : { what: t('The node could not start.'), next: t('Try again. If that does not help, close the other tabs of this site and reload.'), detail })
}

/** Resolves when the node is ready; a failed one may come up later, after "Try again". */
export async function whenReady ({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
  signal?.throwIfAborted()
  if (node.value.phase === 'ready') {
    return
  }
  await new Promise<void>((resolve, reject) => {
    const stop = node.subscribe(() => {
      if (node.value.phase === 'ready') {
        stop()
        resolve()
      }
    })
    signal?.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    }, { once: true })
  })
}

/**
 * The person agreed to the update: switch as soon as no tab is busy, then reload.
 *
 * @param mayReload asked after the switch: an upload may have been started while it was awaited
 */
export async function acceptUpdate (mayReload: () => boolean): Promise<void> {
  waiting = new AbortController()
  node.patch({ update: 'waiting' })
  try {
    await offered?.accept({ signal: waiting.signal })
    if (mayReload()) {
      node.patch({ update: 'switching' })
      location.reload()
    } else {
      node.patch({ update: 'replaced' })
    }
  } catch (err) {
    // a browser lets the old worker end its answers first; that of a long film can take minutes
    node.patch({ update: isAbort(err) ? 'offered' : 'delayed' })
  }
}

/** They would rather not wait for it now. */
export function postponeUpdate (): void {
  waiting?.abort()
}
