import { CHANGES_CHANNEL, TOPICS } from './changes.ts'
import type { ChangesMessage, Topic } from './changes.ts'

/**
 * Calls the listener when something of the node has changed, whether this page, another tab or a script did it. Changes that happen
 * together are reported together. A page that comes back from the back/forward cache may have missed changes: the listener is called
 * with all topics then.
 *
 * A browser whose settings block the data of the site gives a page no channel, nor a node: the listener is never called then.
 *
 * @returns stops it
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

  // workers have no such event, and are never cached by themselves
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
    // Firefox with cookies blocked
    if ((err as Error).name === 'SecurityError') return undefined
    throw err
  }
}
