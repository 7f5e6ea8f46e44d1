import { belowContent } from '../../src/gateway/own-origin/path-below-content.ts'
import { areaOf, isRpcPath } from '../scope/area.ts'

/**
 * Whether a request of an app is for its node. An app may have its own API below `/api`: the node only has `/api/v0`.
 * In a page of content `/style.css` means a file of that content.
 *
 * @param url - URL of the request
 * @param origin - origin of the worker
 * @param sender - fields of the request that show whether a page of content sent it
 */
export function isForNode (
  url: string,
  origin: string,
  { method, referrer }: Pick<Request, 'method' | 'referrer'> = { method: 'GET', referrer: '' }
): boolean {
  const asked = new URL(url)
  const reads = method === 'GET' || method === 'HEAD'

  return asked.origin === origin &&
    (areaOf(asked.pathname) === 'gateway' || isRpcPath(asked.pathname) ||
      (reads && belowContent(asked, referrer) != null))
}
