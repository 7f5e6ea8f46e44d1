import { RpcError } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { askNode } from '../../client/ask-node.ts'
import { isMissing } from '../../client/is-missing.ts'
import { whenReady } from '../../client/node.ts'
import { nearestAbove } from '../../lib/links/nearest-above.ts'
import { Store } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { areUnreachable } from '../../network/lib/are-unreachable.ts'
import { failedPlaces } from '../../network/lib/failed-places.ts'
import { noteHosts } from '../../network/state/connection.ts'
import { network, readNetwork } from '../../network/state/network.ts'
import { announceNews } from '../../page/state/news.ts'
import { exploreProblem } from '../lib/explore-problem.ts'
import { NODE_KINDS } from '../lib/node-kind.ts'
import { ROOT } from '../lib/tree-rows.ts'
import type { Branch, Branches } from '../lib/tree-rows.ts'
import { countLocal } from './count-local.ts'
import type { Local } from './count-local.ts'
import { readNode } from './read-node.ts'
import type { ExploredNode } from './read-node.ts'

export interface ExploreState {
  /** content path; empty if nothing is explored */
  path: string
  /** The place of the search: this browser or the network; `stopped` by the user, or continued by a job. */
  looking?: 'here' | 'elsewhere' | 'stopped' | 'background'
  /** start of the network search, from `Date.now` */
  since?: number
  node?: ExploredNode
  local: Local
  branches: Branches
  problem?: PlainError
  /** for a missing path: the nearest existing ancestor */
  above?: string
}

const EMPTY: ExploreState = { path: '', local: { is: 'unknown' }, branches: new Map() }

/** The explored content. */
export const explored = new Store<ExploreState>(EMPTY)

let leaving = new AbortController()
let counting = new AbortController()
const reading = new Map<string, AbortController>()

/** Explores a content path: searches this browser first, then the network. Cancels the previous exploration. */
export async function explore (path: string): Promise<void> {
  stopExploring()
  const { signal } = leaving = new AbortController()
  explored.set({ ...EMPTY, path, looking: path === '' ? undefined : 'here' })

  if (path === '') {
    return
  }

  try {
    await whenReady({ signal })
    const node = await anywhere(path, {
      signal,
      onAsking: () => {
        explored.patch({ looking: 'elsewhere', since: Date.now() })
      }
    })
    explored.patch({ looking: undefined, node, branches: new Map([[ROOT, { isOpen: true, links: node.links }]]) })
    announceNews(
      node.size == null
        ? t('{sentence}.', { sentence: t(NODE_KINDS[node.kind]) })
        : t('{kind}, {size}.', { kind: t(NODE_KINDS[node.kind]), size: bytes(node.size) })
    )
    await countHere()
  } catch (err) {
    if (signal === leaving.signal) {
      await settle(err, path, signal)
    }
  }
}

/** Stops waiting for the content. */
export function stopLooking (): void {
  leaving.abort()
}

/** Stops waiting for the content, because a job of the node looks for it now. */
export function leaveLooking (): void {
  stopExploring()
  explored.patch({ looking: 'background', problem: undefined })
}

/** Cancels the exploration and everything that belongs to it. */
export function stopExploring (): void {
  leaving.abort()
  leaving = new AbortController()
  counting.abort()
  reading.forEach((stop) => {
    stop.abort()
  })
  reading.clear()
}

/**
 * Measures the part that is stored in this browser.
 *
 * @param quietly - whether the previous result stays until the new one is known
 */
export async function countHere ({ quietly = false }: { quietly?: boolean } = {}): Promise<void> {
  const { node } = explored.value

  if (node == null || node.kind === 'name') {
    return
  }

  counting.abort()
  const { signal } = counting = new AbortController()
  const set = (local: Local): void => {
    if (
      signal === counting.signal && !leaving.signal.aborted && (!quietly || local.is === 'all' || local.is === 'some')
    ) {
      explored.patch({ local })
    }
  }
  await countLocal(node, { signal, onChange: set })
}

export function stopCounting (): void {
  counting.abort()
}

/** Opens or closes a link of the tree. Closing cancels the reading below it. */
export async function toggleBranch (key: string, cid: string): Promise<void> {
  const branch = explored.value.branches.get(key)

  if (branch?.isOpen === true || branch?.reading === true) {
    reading.get(key)?.abort()
    change(key, { isOpen: false, reading: false })
  } else if (branch?.links != null) {
    change(key, { isOpen: true })
  } else {
    await openBranch(key, cid)
  }
}

async function openBranch (key: string, cid: string): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  reading.set(key, stop)
  change(key, { isOpen: false, reading: true, problem: undefined })

  try {
    const { links } = await anywhere(`/ipfs/${cid}`, { signal })
    if (!signal.aborted) {
      change(key, { isOpen: true, reading: false, links })
    }
    announceNews(links.length === 0 ? t('No links.') : tn(links.length, '{n} link inside.', '{n} links inside.'))
  } catch (err) {
    if (signal.aborted) {
      return
    }
    const problem = exploreProblem(err, { isOffline: network.value.talks?.isOff })
    change(key, { isOpen: false, reading: false, problem })
    announceNews(problem.what)
  }
}

async function anywhere (
  path: string,
  { signal, onAsking }: { signal: AbortSignal; onAsking?: () => void }
): Promise<ExploredNode> {
  // Only the network knows where a name currently points to.
  if (path.startsWith('/ipfs/')) {
    try {
      return await readNode(path, { offline: true, signal })
    } catch (err) {
      if (!isMissing(err)) {
        throw err
      }
    }
  }

  onAsking?.()
  void readNetwork()
  return await readNode(path, { offline: false, signal })
}

async function settle (err: unknown, path: string, signal: AbortSignal): Promise<void> {
  const above = !signal.aborted && isError(err, RpcError)
    ? await nearestAbove(path, { least: 2, isThere: async (path) => await isHere(path, signal) })
    : undefined
  const isStopped = signal.aborted
  if (signal !== leaving.signal) {
    return
  }
  if (isMissing(err)) {
    noteHosts(areUnreachable(failedPlaces((err as Error).message)))
  }
  explored.patch(
    isStopped
      ? { looking: 'stopped' }
      : { looking: undefined, problem: exploreProblem(err, { isOffline: network.value.talks?.isOff }), above }
  )
  announceNews(isStopped ? t('Stopped.') : explored.value.problem?.what ?? '')
}

/** Returns whether a path leads to a block in this browser, as far as names are resolved. */
async function isHere (path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { Cid: { '/': cid } } = await askNode<{ Cid: { '/': string } }>('dag/resolve', {
      args: [path],
      options: { offline: true },
      signal
    })
    await askNode('block/stat', { args: [cid], options: { offline: true }, signal })
    return true
  } catch {
    return false
  }
}

function change (key: string, part: Partial<Branch>): void {
  const { branches } = explored.value
  explored.patch({ branches: new Map(branches).set(key, { isOpen: false, ...branches.get(key), ...part }) })
}
