import { cancelFetch, dismissFetch, isFetching, retryFetch } from '../../intake/state/fetches.ts'
import type { Fetch } from '../../intake/state/fetches.ts'
import { useStore, useStorePart } from '../../lib/reactive/store.ts'
import { bytes, shortId } from '../../lib/text/format.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { Name } from '../../page/text/name.tsx'
import { isFetchOf } from '../lib/is-fetch-of.ts'
import { jobWords } from '../lib/job-words.ts'
import { jobs } from '../state/jobs.ts'
import { JobFetching } from './job-fetching.tsx'

/** A content that is fetched by its CID, with the progress of its job. */
export function FetchRow ({ fetch: { id, path, name, status, problem } }: { fetch: Fetch }) {
  const job = useStorePart(jobs, (all) => all.find((one) => isFetchOf(one, path)))
  const isDeveloper = useStore(developerMode)
  const active = isFetching({ status } as Fetch)
  const label = path.endsWith(name) && path.split('/').length === 3 ? shortId(name) : name

  return (
    <li class='row' data-status={status}>
      <Icon of={active ? 'content' : 'incomplete'} />
      <div class='row-text'>
        <p class='name' title={shownName(path)}>
          <Name of={label} />
        </p>
        {status === 'queued' && <p class='facts'>{t('Waiting')}</p>}
        {status === 'running' && job == null && <progress aria-label={t('Fetching {name}', { name: label })} />}
        {status === 'running' && job != null && (
          <JobFetching
            job={job}
            name={t('Fetching {name}', { name: label })}
            path={path}
            soFar={isDeveloper ? jobWords(job).progress : bytes(job.progress.bytes)}
          />
        )}
        {problem != null && <Problem problem={problem} />}
      </div>
      <div class='actions'>
        {active
          ? (
            <button
              type='button'
              aria-label={t('Cancel {name}', { name: label })}
              onClick={() => {
                cancelFetch(id)
              }}
            >
              {t('Cancel')}
            </button>
          )
          : (
            <>
              <button
                type='button'
                aria-label={t('Try {name} again', { name: label })}
                onClick={() => {
                  retryFetch(id)
                }}
              >
                {t('Try again')}
              </button>
              <button
                type='button'
                class='quiet'
                aria-label={t('Dismiss {name}', { name: label })}
                onClick={() => {
                  dismissFetch(id)
                }}
              >
                {t('Dismiss')}
              </button>
            </>
          )}
      </div>
    </li>
  )
}
