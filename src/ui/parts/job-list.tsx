import { useEffect } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { cleanup } from '../state/cleanup.ts'
import { follow } from '../state/follow.ts'
import { isRunning, isWaiting, jobs, refreshJobs } from '../state/jobs.ts'
import { isUpload } from '../lib/is-upload.ts'
import { t } from '../lib/t.ts'
import { uploads } from '../state/uploads.ts'
import { JobRow } from './job-row.tsx'

/** Long work of the node, whoever asked for it, and what ended while nobody was there. */
export function JobList () {
  const all = useStore(jobs)
  const mine = useStore(uploads)
  const freeing = useStore(cleanup).is === 'running'
  // what this page frees and sends is told where that was begun
  const list = all.filter((job) => isWaiting(job) || !((isRunning(job) && freeing && job.kind === 'repo/gc') || isUpload(job, mine)))

  useEffect(() => {
    void refreshJobs().catch(() => {})
    return follow('jobs', refreshJobs)
  }, [])

  if (list.length === 0) {
    return null
  }
  return (
    <section class='panel' aria-labelledby='jobs-title'>
      <div class='panel-head'>
        <h2 id='jobs-title'>{list.some(isWaiting) ? t('Waiting for you') : list.some(isRunning) ? t('Under way') : t('Done while you were away')}</h2>
      </div>
      <ul class='rows scroll'>
        {list.map((job) => <JobRow key={job.id} job={job} />)}
      </ul>
    </section>
  )
}
