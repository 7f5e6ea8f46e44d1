import type { NodeNews } from '../protocol/messages.ts'
import { workerContainer } from '../worker/worker-container.ts'

const TYPES: ReadonlySet<unknown> = new Set<NodeNews['type']>(['node-lost', 'data-gone', 'gc-soon', 'gc-done'])

/**
 * Listens to news that the node sends to its pages unasked.
 *
 * @returns a function that stops it
 * @throws WorkersUnavailableError if the browser has no service workers
 * @example
 * ```ts
 * onNodeNews(({ type }) => {
 *   if (type === 'data-gone') alert('The data stored here is gone.')
 * })
 * ```
 */
export function onNodeNews (listener: (news: NodeNews) => void): () => void {
  const container = workerContainer()

  const hear = ({ data }: MessageEvent<NodeNews | null>): void => {
    if (TYPES.has(data?.type)) {
      listener(data as NodeNews)
    }
  }

  container.addEventListener('message', hear)
  container.startMessages()
  return () => {
    container.removeEventListener('message', hear)
  }
}
