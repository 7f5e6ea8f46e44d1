import type { Job } from '../../../client/index.ts'
import { FIND_JOB } from '../../network/state/find-in-background.ts'

/** Returns the content path that a job fetches; undefined for other jobs, and for jobs with several paths. */
export function fetchedPath ({ kind, args }: Pick<Job, 'kind' | 'args'>): string | undefined {
  const { path, paths: [first = path] = [], pathCount = 1 } = args as {
    path?: string
    paths?: string[]
    pathCount?: number
  }
  const isFetch = kind === FIND_JOB || (kind === 'pin/add' && pathCount === 1)
  if (!isFetch || first == null) {
    return undefined
  }
  return first.startsWith('/') ? first : `/ipfs/${first}`
}
