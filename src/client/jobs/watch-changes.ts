import { isError, SECURITY } from '../../errors/define-error.ts'
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
  let channel = openChannel()

  function listen (): void {
    if (channel != null) {
      channel.onmessage = ({ data }: MessageEvent<Partial<ChangesMessage> | null>) => {
        if (data?.type === 'changed' && Array.isArray(data.topics)) {
          listener(new Set(data.topics))
        }
      }
    }
  }

  function close (): void {
    channel?.close()
    channel = undefined
  }

  function onPageShow ({ persisted }: PageTransitionEvent): void {
    if (persisted) {
      close()
      channel = openChannel()
      listen()
      listener(new Set(TOPICS))
    }
  }

  if (channel == null) {
    return () => {}
  }

  listen()
  // Chromium evicts a page from the back/forward cache when a message arrives on a channel that the page left open.
  // Workers have no such events, and are never cached separately.
  globalThis.addEventListener?.('pagehide', close)
  globalThis.addEventListener?.('pageshow', onPageShow)

  return () => {
    globalThis.removeEventListener?.('pagehide', close)
    globalThis.removeEventListener?.('pageshow', onPageShow)
    close()
  }
}

function openChannel (): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANGES_CHANNEL)
  } catch (err) {
    // Firefox with blocked cookies.
    if (isError(err, SECURITY)) {
      return undefined
    }
    throw err
  }
}
