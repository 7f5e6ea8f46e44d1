import type { Multiaddr } from '@multiformats/multiaddr'
import { parsePath } from '../../path/content-path.ts'

/**
 * Parses the target of a service that is this node's gateway.
 *
 * @returns the content at the root of the service for `/http/http-path/ipfs%2FCID` and `…/ipns%2FNAME`; an empty text
 *   for `/http`, with all content at its paths; undefined for other targets
 * @throws an Error if the path is not the root of a content
 */
export function httpRoot (address: Multiaddr): string | undefined {
  const [http, path, ...rest] = address.getComponents()

  if (http.name !== 'http') {
    return undefined
  }

  if (path == null) {
    return ''
  }

  const { namespace, root, segments } = parsePath(
    path.name === 'http-path' && rest.length === 0 ? path.value ?? '' : String(address)
  )

  if (namespace === 'ipld' || segments.length > 0) {
    throw new Error(`${path.value} is neither /ipfs/CID nor /ipns/NAME: streams can only end at these`)
  }

  return `/${namespace}/${root}`
}
