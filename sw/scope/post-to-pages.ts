import type { NodeNews, NotInstalled } from '../../src/client/protocol/messages.ts'
import { mayCommand } from './guard.ts'
import type { WorkerScope } from './worker-types.ts'

/** Sends a message to all open pages of the node, but not to content. Pages that open later ask by themselves. */
export async function tellPages (
  scope: Pick<WorkerScope, 'clients' | 'location'>,
  news: NodeNews | NotInstalled
): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  pages.filter((page) => mayCommand(page, scope.location.origin)).forEach((page) => {
    page.postMessage(news)
  })
}
