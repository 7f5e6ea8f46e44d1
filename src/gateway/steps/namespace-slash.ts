import { redirect } from '../../http/redirect.ts'
import type { Incoming } from '../request.ts'

const NAMESPACE = /^\/ip[fn]s$/

/** A namespace without its slash is sent to the one with it, because relative links in pages would lead elsewhere otherwise. */
export function redirectToNamespaceSlash ({ request, path, rawQuery, headers }: Incoming): Response | undefined {
  return NAMESPACE.test(path) ? redirect(request, headers, `${path}/${rawQuery === '' ? '' : `?${rawQuery}`}`, 307) : undefined
}
