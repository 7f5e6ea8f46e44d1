import type { Job } from '../../../client/index.ts'

/** Returns the content path that a running pin job pins; undefined for other jobs, and for jobs with several paths. */
export function pinnedPath ({ kind, args }: Pick<Job, 'kind' | 'args'>): string | undefined {
  const { paths: [path] = [], pathCount = 1 } = args as { paths?: string[]; pathCount?: number }
  return kind !== 'pin/add' || pathCount !== 1 || path == null
    ? undefined
    : path.startsWith('/')
    ? path
    : `/ipfs/${path}`
}
