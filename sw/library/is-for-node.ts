import { areaOf } from '../area.ts'

/**
 * Whether a request of an app is for its node. An app may have an API of its own below `/api`: the node has `/api/v0`.
 *
 * @param url - of the request
 * @param origin - of the worker
 */
export function isForNode (url: string, origin: string): boolean {
  const { pathname, origin: asked } = new URL(url)
  const area = areaOf(pathname)

  return asked === origin && (area === 'gateway' || (area === 'rpc' && /^\/api\/v0(\/|$)/.test(pathname)))
}
