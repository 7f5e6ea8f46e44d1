import { contentPath } from '../lib/content-path.ts'
import { exploreLink } from '../lib/section.ts'
import { seldom } from '../lib/seldom.ts'
import { goesWithPage, readSharedLink } from '../lib/shared-link.ts'
import type { Shared } from '../lib/shared-link.ts'
import { Store } from '../lib/store.ts'
import { ask } from './ask.ts'
import { measureDag } from './measure-dag.ts'
import { hasPeers, readNetwork } from './network.ts'
import { whenReady } from './node.ts'
import { connectTo } from './peers.ts'

export interface SharedState {
  opening?: Shared
  /** how much of it has come, in bytes, where all of it is fetched first */
  came?: { bytes: number, total: number }
}

/** More than this nobody waits for: it is shown here while it comes. */
const MAX_WAIT_BYTES = 16 * 1024 * 1024

const SHOW_EACH_MS = 200

/** What a link with which the page was opened leads to, while its sender is sought, and it is fetched. */
export const shared = new Store<SharedState>({})

let leaving: AbortController | undefined

/** Where the page was opened by a link that somebody has shared: meets their node, and shows the content. Others are asked too where that fails. */
export async function openShared (): Promise<void> {
  const opening = readSharedLink(location.hash)

  if (opening == null) {
    return
  }

  leaving = new AbortController()
  const { signal } = leaving
  shared.set({ opening })

  try {
    await whenReady({ signal })
    await readNetwork()
    const isMet = hasPeers() === true && await connectTo(opening.address, { signal }).then(() => true, () => false)
    signal.throwIfAborted()

    if (isMet && goesWithPage(opening) && !await fetchFirst(opening.path, signal)) {
      viewShared()
      return
    }

    location.replace(opening.path)
  } catch {
    // they would rather stay
  }

  shared.set({})
}

/**
 * This page holds the connection by WebRTC: who leaves it loses who sends. So all of it comes first. What fails is told by the gateway, to which the page goes then.
 *
 * @returns false where it is too much to wait for
 */
async function fetchFirst (path: string, signal: AbortSignal): Promise<boolean> {
  const content = contentPath(path) ?? path
  const show = seldom(SHOW_EACH_MS, (came: SharedState['came']) => { shared.patch({ came }) })

  try {
    const { CumulativeSize: total } = await ask<{ CumulativeSize: number }>('files/stat', { args: [content], signal })

    if (total > MAX_WAIT_BYTES) {
      return false
    }

    await measureDag(content, { signal, fetches: true, onProgress: ({ bytes }) => { show({ bytes, total }) } })
  } catch {
    signal.throwIfAborted()
  }

  return true
}

/** Shows it in the page, where it can be kept and saved, in place of opening it; its sender is met all the same. */
export function viewShared (): void {
  const { opening } = shared.value
  const path = contentPath(opening?.path ?? '')
  if (opening == null || path == null) return
  leaveShared()
  if (hasPeers() === true) void connectTo(opening.address).catch(() => {})
  location.hash = exploreLink(path)
}

/** Stays on the page. */
export function leaveShared (): void {
  leaving?.abort()
  shared.set({})
  history.replaceState(null, '', location.pathname)
}
