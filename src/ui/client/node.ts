import { NodeNotReadyError, ready, register, rpc, RpcError, startNode as letStart } from '../../client/index.ts'
import type { UpdateOffer } from '../../client/index.ts'
import { BASE } from '../../client/protocol/base.ts'
import { shouldJoinSwarm } from '../../client/setup/should-join-swarm.ts'
import { defineError, isError } from '../../errors/define-error.ts'
import { Store } from '../lib/reactive/store.ts'
import { isAbort, plainError } from '../lib/text/plain-error.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { retold } from '../lib/text/retold.ts'
import { t } from '../lib/text/t.ts'

/** The node could not start. The page shows the reason in a notice of its own. */
class NodeFailedError extends defineError('NodeFailedError') {}

export interface NodeState {
  phase: 'starting' | 'ready' | 'failed'
  /** why it failed */
  problem?: PlainError
  /** whether the worker reported the failure: a changed setting may help */
  answered?: boolean
  peerId?: string
  /** agent version of the node, e.g. kubo/0.40.0 */
  agent?: string
  /** version of the worker that controls this page */
  workerVersion?: string
  update: 'none' | 'fetching' | 'offered' | 'waiting' | 'switching' | 'delayed' | 'replaced'
}

export const node = new Store<NodeState>({ phase: 'starting', update: 'none' })

/** The version of this page, from the build. */
export const pageVersion = document.querySelector<HTMLMetaElement>('meta[name=swipfs-version]')?.content

let offered: UpdateOffer | undefined
let waiting: AbortController | undefined
let registered = false
let registering: Promise<void> | undefined

/**
 * Retry interval while the disk is full, as the user or the browser may free space, and while the worker does not
 * answer, as on a busy device.
 */
const TRY_AGAIN_MS = 10_000

/** Starts the node, and shows the error if it fails. Can be called again after a failure. */
export async function startNode (): Promise<void> {
  node.patch({ phase: 'starting', problem: undefined, answered: undefined })
  await tryStart()
}

async function tryStart (): Promise<void> {
  try {
    // If the user clears the site's data, the browser removes the worker below open pages too.
    const isGone = registered && (await navigator.serviceWorker.getRegistration(BASE))?.active == null
    if (!registered || isGone) {
      await (registering ??= registerWorker().finally(() => {
        registering = undefined
      }))
    }
    const { version } = await ready()
    // It follows another worker, which does not make it newer.
    if (isGone) {
      node.patch({ update: version === pageVersion ? 'none' : 'replaced' })
    }
    // The user opened the page, so a node that was shut down may start again.
    await letStart()
    // Offline: the identity is known without peers, which may take a while to start.
    const { ID, AgentVersion } = await rpc<{ ID: string; AgentVersion: string }>('id', { options: { offline: true } })
    node.patch({
      phase: 'ready',
      problem: undefined,
      answered: undefined,
      workerVersion: version,
      peerId: ID,
      agent: AgentVersion
    })
  } catch (err) {
    const isFull = isDiskFull(err)
    const problem = isFull ? fullProblem(err as Error) : startProblem(err)
    node.patch({ phase: 'failed', problem, answered: isError(err, RpcError) })

    if (isFull || isError(err, NodeNotReadyError)) {
      setTimeout(() => {
        if (node.value.problem === problem) {
          void tryStart()
        }
      }, TRY_AGAIN_MS)
    }
  }
}

async function registerWorker (): Promise<void> {
  await register({
    script: `${BASE}sw.js`,
    scope: BASE,
    swarm: await shouldJoinSwarm(),
    onFetching: (underWay) => {
      const { update } = node.value
      if (underWay && update === 'none') {
        node.patch({ update: 'fetching' })
      }
      if (!underWay && update === 'fetching') {
        node.patch({ update: 'none' })
      }
    },
    onOffer: (offer) => {
      offered = offer
      node.patch({ update: 'offered' })
    },
    onGone: () => {
      void startNode()
    },
    onReplaced: () => {
      node.patch({ update: 'replaced' })
      void ready().then(({ version }) => {
        node.patch({ workerVersion: version })
      }, () => {})
    }
  })
  registered = true
}

/**
 * Returns whether the error is a full disk. The worker reports it. If no worker can be installed, Chromium reports that
 * it cannot access its worker storage, or that it deleted it, which a full disk causes (`ServiceWorkerConsts`,
 * `ServiceWorkerContextWrapper::DeleteAndStartOver`).
 */
function isDiskFull (err: unknown): boolean {
  const { message } = err as Error
  return isError(err, RpcError)
    ? /disk is full/.test(message)
    : /failed to access storage|service worker system has shutdown/i.test(message)
}

function fullProblem ({ message }: Error): PlainError {
  return retold(() => ({
    what: t('The disk is full, and the node cannot open its storage.'),
    next: t('Free some space on this device. The app retries every few seconds. Your files are safe.'),
    detail: message
  }))
}

/**
 * Returns the message for a node that failed to start: either its running worker reports the reason (mostly denied or
 * broken storage), or it does not answer this page.
 */
function startProblem (err: unknown): PlainError {
  if (!isError(err, RpcError)) {
    return plainError(err)
  }
  const { status, message: detail } = err as RpcError
  return retold(() =>
    status === 403
      ? {
        what: t('The settings of this node block this page.'),
        next: t('Requests need one of the tokens in API.Authorizations.'),
        detail
      }
      : {
        what: t('The node could not start.'),
        next: t('Try again. If that does not help, close the other tabs of this site and reload.'),
        detail
      }
  )
}

/** Resolves when the node is ready. A failed node may become ready later, after "Try again". */
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
 * Resolves when the node is ready, like `whenReady`.
 *
 * @throws NodeFailedError if it cannot start, so that an action of the user does not wait for ever
 */
export async function whenReadyOrFailed ({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const gone = new AbortController()
  let unwatch = (): void => {}
  const failed = new Promise<never>((_resolve, reject) => {
    const look = (): void => {
      if (node.value.phase === 'failed') {
        reject(new NodeFailedError(node.value.problem?.detail))
      }
    }
    unwatch = node.subscribe(look)
    look()
  })
  try {
    await Promise.race([
      whenReady({ signal: AbortSignal.any([gone.signal, ...signal == null ? [] : [signal]]) }),
      failed
    ])
  } finally {
    unwatch()
    gone.abort()
  }
}

/**
 * Applies the update that the user accepted: switches once no tab is busy, then reloads.
 *
 * @param mayReload - called after the switch, because an upload may have started meanwhile
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
    // A browser lets the old worker finish its answers first; that of a long film can take minutes.
    node.patch({ update: isAbort(err) ? 'offered' : 'delayed' })
  }
}

/** Stops waiting for the update. */
export function postponeUpdate (): void {
  waiting?.abort()
}
