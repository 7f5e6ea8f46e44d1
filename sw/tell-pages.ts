import type { NodeNews, NotInstalled } from '../src/client/messages.ts'
import { mayCommand } from './guard.ts'
import type { WorkerScope } from './worker-types.ts'

/** Tells all pages of the node's own that are open; content learns nothing. Who is not there asks when it comes. */
export async function tellPages (scope: Pick<WorkerScope, 'clients' | 'location'>, news: NodeNews | NotInstalled): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  pages.filter((page) => mayCommand(page, scope.location.origin)).forEach((page) => { page.postMessage(news) })
}
