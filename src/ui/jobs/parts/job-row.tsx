import { useState } from 'preact/hooks'
import type { Job } from '../../../client/index.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { t } from '../../lib/text/t.ts'
import { FIND_JOB } from '../../network/state/find-in-background.ts'
import { Icon } from '../../page/icon.tsx'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { fetchedPath } from '../lib/fetched-path.ts'
import { jobLine } from '../lib/job-line.ts'
import { jobWords } from '../lib/job-words.ts'
import { cancel, dismiss, goOn, isWaiting } from '../state/jobs.ts'
import { JobFetching } from './job-fetching.tsx'

/** A job, with its progress or result. */
export function JobRow ({ job }: { job: Job }) {
  const [ending, setEnding] = useState(false)
  const { name, progress, problem } = jobWords(job)
  const isUnderWay = job.state === 'running'
  const path = fetchedPath(job)
  const line = jobLine(job)

  async function end (): Promise<void> {
    setEnding(true)
    await cancel(job).catch(() => {
      setEnding(false)
    }) // It is still in the list.
  }

  return (
    <li class='row' data-status={job.state}>
      <Icon of={job.state === 'failed' || isWaiting(job) ? 'incomplete' : isUnderWay ? 'add' : 'whole'} />
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
      <div class='actions'>
        {job.kind === FIND_JOB && job.state === 'done' && path != null && (
          <a class='button' href={exploreLink(path)}>{t('Open')}</a>
        )}
        {isWaiting(job) && (
          <button
            type='button'
            class='main'
            disabled={ending}
            aria-label={t('Continue: {name}', { name })}
            onClick={() => {
              goOn(job).catch(() => {})
            }}
          >
            {t('Continue')}
          </button>
        )}
        {isUnderWay || isWaiting(job)
          ? (
            <button
              type='button'
              disabled={ending}
              aria-label={t('Cancel: {name}', { name })}
              onClick={() => {
                void end()
              }}
            >
              {t('Cancel')}
            </button>
          )
          : (
            <button
              type='button'
              class='quiet'
              aria-label={t('Dismiss: {name}', { name })}
              onClick={() => {
                dismiss(job).catch(() => {})
              }}
            >
              {t('Dismiss')}
            </button>
          )}
        {line != null && <RunInConsole line={line} />}
      </div>
    </li>
  )
}
