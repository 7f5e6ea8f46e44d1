import { CHANGES_CHANNEL } from './changes.ts'
import type { ChangesMessage, Topic } from './changes.ts'

/**
 * Tells when something of the node has changed, whoever did it: this page, another tab, a script. Changes that happen together
 * are told together. A page that was frozen has missed what was told meanwhile, and should look again when it is shown.
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
  const channel = new BroadcastChannel(CHANGES_CHANNEL)

  channel.onmessage = ({ data }: MessageEvent<Partial<ChangesMessage> | null>) => {
    if (data?.type === 'changed' && Array.isArray(data.topics)) {
      listener(new Set(data.topics))
    }
  }

  return () => { channel.close() }
}
