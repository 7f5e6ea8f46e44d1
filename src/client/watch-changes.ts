import { CHANGES_CHANNEL } from './changes.ts'
import type { ChangesMessage, Topic } from './changes.ts'

/**
 * Tells when something of the node has changed, whoever did it: this page, another tab, a script. Changes that happen together
 * are told together. A page that was frozen has missed what was told meanwhile, and should look again when it is shown.
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

  return () => { channel.close() }
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
