import { CHANGES_CHANNEL, TOPICS } from '../protocol/changes.ts'
import type { ChangesMessage, Topic } from '../protocol/changes.ts'

/**
 * Calls the listener when the node has changed, whether this page, another tab or a script caused it. Changes that
 * happen together are reported together. A page that is restored from the back/forward cache may have missed changes:
 * the listener is then called with all topics.
 *
 * If browser settings block site data, a page gets neither a channel nor a node, and the listener is never called.
 *
 * @returns a function that stops it
 * @example
 * ```ts
 * const stop = watchChanges((topics) => {
 *   if (topics.has('pins')) void showPins()
 * })
 * ```
 */
export function watchChanges (listener: (topics: ReadonlySet<Topic>) => void): () => void {
  const channel = openChannel()

  if (channel == null) {
    return () => {}
  }

  channel.onmessage = ({ data }: MessageEvent<Partial<ChangesMessage> | null>) => {
    if (data?.type === 'changed' && Array.isArray(data.topics)) {
      listener(new Set(data.topics))
    }
  }

  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) {
      listener(new Set(TOPICS))
    }
  }

  // Workers have no such event, and are never cached separately.
  globalThis.addEventListener?.('pageshow', onPageShow)

  return () => {
    globalThis.removeEventListener?.('pageshow', onPageShow)
    channel.close()
  }
}

function openChannel (): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANGES_CHANNEL)
  } catch (err) {
    // Firefox with blocked cookies.
    if ((err as Error).name === 'SecurityError') {
      return undefined
    }
    throw err
  }
}
