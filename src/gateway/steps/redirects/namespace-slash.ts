import { redirect } from '../../../http/response/redirect.ts'
import type { Incoming } from '../../request/request.ts'

const NAMESPACE = /^\/(?:ip[fn]s|mfs)$/

/** Redirects a namespace without a trailing slash, because relative links in pages would resolve differently. */
export function redirectToNamespaceSlash ({ request, path, rawQuery, headers }: Incoming): Response | undefined {
  return NAMESPACE.test(path)
    ? redirect(request, headers, `${path}/${rawQuery === '' ? '' : `?${rawQuery}`}`, 307)
    : undefined
}
