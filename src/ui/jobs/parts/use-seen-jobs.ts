import type { Job } from '../../../client/index.ts'
import { fetches } from '../../intake/state/fetches.ts'
import { uploads } from '../../intake/state/uploads.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { cleanup } from '../../storage/state/cleanup.ts'
import { isFetchOf } from '../lib/is-fetch-of.ts'
import { isUpload } from '../lib/is-upload.ts'
import { isRunning, isWaiting, jobs } from '../state/jobs.ts'

/** Returns the jobs to display as such. Uploads and fetches of this page have rows of their own, and GC a notice. */
export function useSeenJobs (): Job[] {
  const mine = useStore(uploads)
  const freeing = useStore(cleanup).is === 'running'
  const fetched = useStore(fetches)
  return useStore(jobs).filter((job) =>
    isWaiting(job) ||
    !((isRunning(job) && freeing && job.kind === 'repo/gc') || isUpload(job, mine) ||
      fetched.some(({ path }) => isFetchOf(job, path)))
  )
}
