import type { Job } from '../../../client/index.ts'
import { t } from '../../lib/text/t.ts'
import { isRunning, isWaiting } from '../state/jobs.ts'
import { JobRow } from './job-row.tsx'
import { useSeenJobs } from './use-seen-jobs.ts'

function titleOf (list: readonly Job[]): string {
  if (list.some(isWaiting)) {
    return t('Waiting for you')
  }
  return list.some(isRunning) ? t('In progress') : t('While you were away')
}

/**
 * Long-running jobs of all clients, and those that ended without an open page.
 *
 * @param said - text that is already displayed above
 */
export function JobList ({ said }: { said?: string }) {
  const list = useSeenJobs()
  const title = titleOf(list)

  if (list.length === 0) {
    return null
  }
  return (
    <section class='panel' aria-labelledby='jobs-title'>
      <div class='panel-head'>
        <h2 id='jobs-title' class={title === said ? 'unseen' : undefined}>{title}</h2>
      </div>
      <ul class='rows scroll'>
        {list.map((job) => <JobRow key={job.id} job={job} />)}
      </ul>
    </section>
  )
}
