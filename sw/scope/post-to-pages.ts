import type { NodeNews, NotInstalled } from '../../src/client/protocol/messages.ts'
import { mayCommand } from './guard.ts'

/** Sends a message to all open pages of the node, but not to content. Pages that open later ask by themselves. */
export async function postToPages (
  scope: Pick<ServiceWorkerGlobalScope, 'clients' | 'location'>,
  news: NodeNews | NotInstalled
): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  pages.filter((page) => mayCommand(page, scope.location.origin)).forEach((page) => {
    page.postMessage(news)
  })
}

/**
 * Reports to pages why a worker cannot be installed, because the browser only reports the failure (`register` of the
 * client receives the message).
 *
 * @param work - work of the installation
 * @throws the error of the work
 */
export async function reportInstallError (
  scope: Pick<ServiceWorkerGlobalScope, 'clients' | 'location'>,
  work: () => Promise<void>
): Promise<void> {
  try {
    await work()
  } catch (err) {
    await postToPages(scope, { type: 'not-installed', message: (err as Error).message }).catch(() => {})
    throw err
  }
}
