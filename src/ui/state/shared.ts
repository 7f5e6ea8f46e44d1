import { contentPath } from '../lib/content-path.ts'
import { exploreLink } from '../lib/section.ts'
import { readSharedLink } from '../lib/shared-link.ts'
import type { Shared } from '../lib/shared-link.ts'
import { Store } from '../lib/store.ts'
import { hasPeers, readNetwork } from './network.ts'
import { whenReady } from './node.ts'
import { connectTo } from './peers.ts'

/** What a link with which the page was opened leads to, while its sender is sought. */
export const shared = new Store<{ opening?: Shared }>({})

let leaving: AbortController | undefined

/** Where the page was opened by a link that somebody has shared: meets their node, and shows the content. Others are asked too where that fails. */
export async function openShared (): Promise<void> {
  const opening = readSharedLink(location.hash)

  if (opening == null) {
    return
  }

  leaving = new AbortController()
  const { signal } = leaving
  shared.patch({ opening })

  try {
    await whenReady({ signal })
    await readNetwork()
    await (hasPeers() === true ? connectTo(opening.address, { signal }).catch(() => {}) : undefined)
    signal.throwIfAborted()
    location.replace(opening.path)
  } catch {
    // they would rather stay
  }

  shared.patch({ opening: undefined })
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
  shared.patch({ opening: undefined })
  history.replaceState(null, '', location.pathname)
}
