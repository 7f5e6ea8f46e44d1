import { ask } from '../../client/ask.ts'
import { measureDag } from '../../client/measure-dag.ts'
import { whenReady } from '../../client/node.ts'
import { contentPath } from '../../lib/links/content-path.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { goesWithPage, readSharedLink } from '../../lib/links/shared-link.ts'
import type { Shared } from '../../lib/links/shared-link.ts'
import { seldom } from '../../lib/reactive/seldom.ts'
import { Store } from '../../lib/reactive/store.ts'
import { hasPeers, readNetwork } from '../../network/state/network.ts'
import { connectTo } from '../../network/state/peers.ts'

export interface SharedState {
  opening?: Shared
  /** bytes received so far, if all of it is fetched first */
  came?: { bytes: number; total: number }
}

/** Size limit of a full fetch before opening: larger content is shown here while it loads. */
const MAX_WAIT_BYTES = 16 * 1024 * 1024

const SHOW_EACH_MS = 200

/** Content of the shared link with which the page was opened, while the sender is dialled and it is fetched. */
export const shared = new Store<SharedState>({})

let leaving: AbortController | undefined

/**
 * Handles a shared link with which the page was opened: connects to the sender's node, and shows the content. If that
 * fails, the network is used too.
 */
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
    // The user cancelled.
  }

  shared.set({})
}

/**
 * Fetches all of a content first: this page holds the WebRTC connection to the sender, which ends when the page is
 * left. Errors are shown by the gateway, which the page opens then.
 *
 * @returns false if the content is too large
 */
async function fetchFirst (path: string, signal: AbortSignal): Promise<boolean> {
  const content = contentPath(path) ?? path
  const show = seldom(SHOW_EACH_MS, (came: SharedState['came']) => {
    shared.patch({ came })
  })

  try {
    const { CumulativeSize: total } = await ask<{ CumulativeSize: number }>('files/stat', { args: [content], signal })

    if (total > MAX_WAIT_BYTES) {
      return false
    }

    await measureDag(content, {
      signal,
      fetches: true,
      onProgress: ({ bytes }) => {
        show({ bytes, total })
      }
    })
  } catch {
    signal.throwIfAborted()
  }

  return true
}

/**
 * Shows the content in the page instead of opening it, so that it can be pinned and downloaded. The sender is still
 * dialled.
 */
export function viewShared (): void {
  const { opening } = shared.value
  const path = contentPath(opening?.path ?? '')
  if (opening == null || path == null) {
    return
  }
  leaveShared()
  if (hasPeers() === true) {
    void connectTo(opening.address).catch(() => {})
  }
  location.hash = exploreLink(path)
}

/** Stays on the page. */
export function leaveShared (): void {
  leaving?.abort()
  shared.set({})
  history.replaceState(null, '', location.pathname)
}
