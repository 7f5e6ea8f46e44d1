import type { Job } from '../../../client/index.ts'
import { fetchedPath } from './fetched-path.ts'

/** Returns whether a running job pins this content path. */
export function isFetchOf (job: Pick<Job, 'kind' | 'args' | 'state'>, path: string): boolean {
  return job.state === 'running' && fetchedPath(job) === path
}
