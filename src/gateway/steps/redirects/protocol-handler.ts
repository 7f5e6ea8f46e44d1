import { cleanPath } from '../../../go/url/clean-path.ts'
import { percentDecode } from '../../../go/url/query.ts'
import { redirect } from '../../../http/response/redirect.ts'
import { StatusError } from '../../errors/status-error.ts'
import { queryParam } from '../../request/query-param.ts'
import type { Incoming } from '../../request/request.ts'

const CONTROL = /[\x00-\x1f\x7f]/
const URI = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/i

/**
 * Redirects `/ipfs/?uri=ipfs://CID/path` to `/ipfs/CID/path`. Browsers open that URL for `ipfs:` links if a page
 * registered itself as their handler (`navigator.registerProtocolHandler`; specs.ipfs.tech/http-gateways/path-gateway,
 * "uri").
 */
export function redirectProtocolHandler (rq: Incoming): Response | undefined {
  const uri = queryParam(rq, 'uri')

  if (uri === '') {
    return undefined
  }

  if (CONTROL.test(uri)) {
    throw new StatusError(400, 'failed to parse uri query parameter')
  }

  // All parts are optional, so any text matches.
  const [, scheme = '', host = '', path, query = ''] = URI.exec(uri) as RegExpExecArray

  if (percentDecode(host) == null || percentDecode(path) == null) {
    throw new StatusError(400, 'failed to parse uri query parameter')
  }

  const namespace = scheme.toLowerCase()

  if (namespace !== 'ipfs' && namespace !== 'ipns') {
    throw new StatusError(400, 'uri query parameter scheme must be ipfs or ipns')
  }

  // In Go `ipfs:CID` has no host and no path.
  const target = uri.slice(scheme.length + 1).startsWith('/') ? `/${namespace}/${host}/${path}` : `/${namespace}`
  const location = new URL(cleanPath(target), 'http://localhost')
  location.search = query
  return redirect(rq.request, rq.headers, location.pathname + location.search, 301)
}
