import { notFound } from '../hosts/routing/not-found.ts'
import type { Incoming } from '../request/request.ts'

/** Content namespaces, including mounted mutable files. */
const CONTENT = /^\/(?:ip[fn]s|mfs)(?:\/|$)/

/** Passes paths outside of content namespaces to the embedding server, unless the host represents a content. */
export async function otherPaths (rq: Incoming): Promise<Response | undefined> {
  return CONTENT.test(rq.path)
    ? undefined
    : (rq.originIsolated ? undefined : await rq.others?.(rq.path, rq.headers)) ?? notFound(rq)
}
