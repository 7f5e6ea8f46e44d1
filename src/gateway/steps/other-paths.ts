import { notFound } from '../hosts/not-found.ts'
import type { Incoming } from '../request.ts'

/** Mutable files too, where they are mounted. */
const CONTENT = /^\/(?:ip[fn]s|mfs)(?:\/|$)/

/** Paths that are no content's are left to who serves the gateway, on hosts that are no content's. */
export async function otherPaths (rq: Incoming): Promise<Response | undefined> {
  return CONTENT.test(rq.path) ? undefined : (rq.originIsolated ? undefined : await rq.others?.(rq.path, rq.headers)) ?? notFound(rq)
}
