import type { Job } from '../../../client/index.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import type { IconName } from '../../page/controls/icon.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { fetchedPath } from '../lib/fetched-path.ts'
import { jobWords } from '../lib/job-words.ts'
import { isWaiting } from '../state/jobs.ts'
import { JobActions } from './job-actions.tsx'
import { JobFetching } from './job-fetching.tsx'

function iconOf (job: Job): IconName {
  if (job.state === 'failed' || isWaiting(job)) {
    return 'incomplete'
  }
  return job.state === 'running' ? 'add' : 'whole'
}

/** A job, with its progress or result. */
export function JobRow ({ job }: { job: Job }) {
  const { name, progress, problem } = jobWords(job)
  const isUnderWay = job.state === 'running'
  const path = fetchedPath(job)

  return (
    <li class='row' data-status={job.state}>
      <Icon of={iconOf(job)} />
      <div class='row-text'>
        <p class='name' title={name}>{name}</p>
        {isUnderWay && path == null && <progress aria-label={name} />}
        {isUnderWay && path != null && <JobFetching job={job} name={name} path={path} soFar={progress} />}
        {problem == null && (
          <p class='facts'>
            {(!isUnderWay || path == null) && <span>{progress}</span>}
            {job.resumed > 0 && !isWaiting(job) && (
              <span>
                {isUnderWay ? t('continues after the node stopped') : t('automatically, after the node stopped')}
              </span>
            )}
          </p>
        )}
        {problem != null && <Problem problem={problem} />}
      </div>
      <JobActions job={job} path={path} name={name} />
    </li>
  )
}
