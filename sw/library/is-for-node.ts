import { belowContent } from '../../src/gateway/site/below-content.ts'
import { areaOf, isRpcPath } from '../area.ts'

/**
 * Whether a request of an app is for its node. An app may have an API of its own below `/api`: the node has `/api/v0`. A page of
 * content that asks for `/style.css` means a file of its own content.
 *
 * @param url - of the request
 * @param origin - of the worker
 * @param sender - the fields of the request that tell whether a page of content reads something
 */
export function isForNode (url: string, origin: string, { method, referrer }: Pick<Request, 'method' | 'referrer'> = { method: 'GET', referrer: '' }): boolean {
  const asked = new URL(url)
  const reads = method === 'GET' || method === 'HEAD'

  return asked.origin === origin && (areaOf(asked.pathname) === 'gateway' || isRpcPath(asked.pathname) || (reads && belowContent(asked, referrer) != null))
}
