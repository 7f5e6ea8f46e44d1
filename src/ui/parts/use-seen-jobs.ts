import type { Job } from '../../client/index.ts'
import { isUpload } from '../lib/is-upload.ts'
import { useStore } from '../lib/store.ts'
import { cleanup } from '../state/cleanup.ts'
import { isRunning, isWaiting, jobs } from '../state/jobs.ts'
import { uploads } from '../state/uploads.ts'

/** Returns the jobs to display as such. GC and uploads of this page are displayed where they were started. */
export function useSeenJobs (): Job[] {
  const mine = useStore(uploads)
  const freeing = useStore(cleanup).is === 'running'
  return useStore(jobs).filter((job) =>
    isWaiting(job) || !((isRunning(job) && freeing && job.kind === 'repo/gc') || isUpload(job, mine))
  )
}
