import { StatusError } from '../errors/status-error.ts'
import type { Incoming } from '../request/request.ts'

const NAMESPACE_ROOT = /^\/ip[fn]s\/[^/]+$/

/**
 * Refuses service worker scripts for scopes that contain other people's content (Kubo issue 4025). On a path gateway
 * that is the root of a content. If content shares its origin with an application, none of its scripts may be a worker.
 */
export function refuseWorkerScript ({ request, path, sandbox }: Incoming): undefined {
  if (request.headers.get('service-worker') === 'script' && (sandbox || NAMESPACE_ROOT.test(path))) {
    throw new StatusError(400, 'navigator.serviceWorker: registration is not allowed for this scope')
  }
}
