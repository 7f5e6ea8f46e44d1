import type { Job } from '../../client/index.ts'

/** What a pin that runs keeps, as a content path; undefined for other jobs, and for pins of several at once. */
export function pinnedPath ({ kind, args }: Pick<Job, 'kind' | 'args'>): string | undefined {
  const { paths: [path] = [], pathCount = 1 } = args as { paths?: string[], pathCount?: number }
  return kind !== 'pin/add' || pathCount !== 1 || path == null ? undefined : path.startsWith('/') ? path : `/ipfs/${path}`
}
