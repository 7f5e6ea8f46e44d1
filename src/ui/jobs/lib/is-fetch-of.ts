import type { Job } from '../../../client/index.ts'
import { pinnedPath } from './pinned-path.ts'

/** Returns whether a running job pins this content path. */
export function isFetchOf (job: Pick<Job, 'kind' | 'args' | 'state'>, path: string): boolean {
  return job.state === 'running' && pinnedPath(job) === path
}
