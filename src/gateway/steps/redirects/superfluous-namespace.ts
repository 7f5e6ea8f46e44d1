import { encodeGoQuery } from '../../../go/url/escape.ts'
import { redirect } from '../../../http/response/redirect.ts'
import { parsePath } from '../../../path/content-path.ts'
import { StatusError } from '../../errors/status-error.ts'
import type { Incoming } from '../../request/request.ts'

const SUPERFLUOUS = /^\/ipfs\/ip[fn]s\//

/**
 * Redirects `/ipfs/ipfs/CID` and `/ipfs/ipns/NAME`, which are typos, if the rest is valid (boxo
 * `handleSuperfluousNamespace`).
 */
export function redirectSuperfluousNamespace (
  { request, path, rawPath, query, headers, originIsolated }: Incoming
): Response | undefined {
  // On an own origin the namespace is not part of the URL path.
  if (originIsolated || !SUPERFLUOUS.test(path)) {
    return undefined
  }

  let intended: string

  try {
    intended = parsePath(rawPath.slice('/ipfs'.length)).text
  } catch (err) {
    throw new StatusError(400, `invalid ipfs path: ${(err as Error).message}`)
  }

  const encoded = encodeGoQuery(query)
  return redirect(request, headers, intended + (encoded === '' ? '' : `?${encoded}`), 301)
}
