import { notFound } from '../hosts/not-found.ts'
import type { Incoming } from '../request.ts'

const CONTENT = /^\/ip[fn]s(?:\/|$)/

/** Paths that are no content's are left to who serves the gateway, on hosts that are no content's. */
export function otherPaths (rq: Incoming): Response | undefined {
  return CONTENT.test(rq.path) ? undefined : (rq.originIsolated ? undefined : rq.others?.(rq.path, rq.headers)) ?? notFound(rq)
}
