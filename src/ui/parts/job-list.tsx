import { t } from '../lib/t.ts'
import { isRunning, isWaiting } from '../state/jobs.ts'
import { JobRow } from './job-row.tsx'
import { useSeenJobs } from './use-seen-jobs.ts'

/** Long work of the node, whoever asked for it, and what ended while nobody was there. */
export function JobList () {
  const list = useSeenJobs()

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
