import { useState } from 'preact/hooks'
import type { Job } from '../../../client/index.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { t } from '../../lib/text/t.ts'
import { FIND_JOB } from '../../network/state/find-in-background.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { jobLine } from '../lib/job-line.ts'
import { cancel, dismiss, goOn, isWaiting } from '../state/jobs.ts'

interface JobActionsProps {
  job: Job
  /** content path that the job fetches */
  path: string | undefined
  name: string
}

/** The actions of a job: open its result, continue, cancel, or remove it from the list. */
export function JobActions ({ job, path, name }: JobActionsProps) {
  const [ending, setEnding] = useState(false)
  const line = jobLine(job)

  async function end (): Promise<void> {
    setEnding(true)
    await cancel(job).catch(() => {
      setEnding(false)
    }) // It is still in the list.
  }

  return (
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
      {job.state === 'running' || isWaiting(job)
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
  )
}
