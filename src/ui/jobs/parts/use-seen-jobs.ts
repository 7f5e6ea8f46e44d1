import type { Job } from '../../../client/index.ts'
import { uploads } from '../../intake/state/uploads.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { cleanup } from '../../storage/state/cleanup.ts'
import { isUpload } from '../lib/is-upload.ts'
import { isRunning, isWaiting, jobs } from '../state/jobs.ts'

/** Returns the jobs to display as such. GC and uploads of this page are displayed where they were started. */
export function useSeenJobs (): Job[] {
  const mine = useStore(uploads)
  const freeing = useStore(cleanup).is === 'running'
  return useStore(jobs).filter((job) =>
    isWaiting(job) || !((isRunning(job) && freeing && job.kind === 'repo/gc') || isUpload(job, mine))
  )
}
