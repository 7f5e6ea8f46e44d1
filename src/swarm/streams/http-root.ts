import type { Multiaddr } from '@multiformats/multiaddr'
import { parsePath } from '../../path/content-path.ts'

/**
 * Reads the target of a service of this node's gateway.
 *
 * @returns the content at the top of the service for `/http/http-path/ipfs%2FCID` and `…/ipns%2FNAME`; the empty text for `/http`,
 *   which has all contents at their paths; undefined for targets of other kinds
 * @throws an Error for a path that is no content's root
 */
export function httpRoot (address: Multiaddr): string | undefined {
  const [http, path, ...rest] = address.getComponents()

  if (http.name !== 'http') {
    return undefined
  }

  if (path == null) {
    return ''
  }

  const { namespace, root, segments } = parsePath(path.name === 'http-path' && rest.length === 0 ? path.value ?? '' : String(address))

  if (namespace === 'ipld' || segments.length > 0) {
    throw new Error(`${path.value} is neither /ipfs/CID nor /ipns/NAME, which are what streams can end at`)
  }

  return `/${namespace}/${root}`
}
