import { cancelJob, continueJob, jobs as askJobs, keepAlive } from '../../../client/index.ts'
import type { Job } from '../../../client/index.ts'
import { toast } from '../../actions/state/dispatch.ts'
import { whenReady } from '../../client/node.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { FIND_JOB } from '../../network/state/find-in-background.ts'
import { announceNews } from '../../page/state/news.ts'
import { fetchedPath } from '../lib/fetched-path.ts'
import { jobWords } from '../lib/job-words.ts'

/** Delay before a job is displayed: faster ones are not shown. */
const SHOW_AFTER_MS = 1000

export const jobs = new Store<Job[]>([])

let letGo: (() => void) | undefined

/** Reads the jobs of the node again. A missing answer is reported elsewhere. */
export async function refreshJobs (): Promise<void> {
  await whenReady()
  const before = jobs.value
  const now = (await askJobs()).filter(({ state, begun, resumed }) =>
    state !== 'running' || resumed > 0 || Date.now() - Date.parse(begun) > SHOW_AFTER_MS
  )
  jobs.set([...now.filter(isWaiting), ...now.filter(isRunning), ...now.filter(isEnded)])

  // A browser stops an idle worker, and its jobs with it until the next start.
  if (now.some(isRunning)) {
    letGo ??= keepAlive()
  } else {
    letGo?.()
    letGo = undefined
  }

  const ended = now.find((job) => isEnded(job) && before.some(({ id, state }) => id === job.id && state === 'running'))

  if (ended != null) {
    announceNews(t('{sentence}.', { sentence: jobWords(ended).name }))
    offerToOpen(ended)
  }
}

/** Cancels a running job. */
export async function cancel (job: Job): Promise<void> {
  await cancelJob(job.id)
  announceNews(t('Cancelled.'))
  await refreshJobs()
}

/** Continues a waiting job. Call it during a click, because the browser asks the user for permission. */
export async function goOn (job: Job): Promise<void> {
  announceNews(
    await continueJob(job)
      ? t('{sentence}.', { sentence: jobWords({ ...job, state: 'running' }).name })
      : t('The browser was not allowed to read the file.')
  )
  await refreshJobs()
}

/** Dismisses a finished job. */
export async function dismiss (job: Job): Promise<void> {
  jobs.set(jobs.value.filter(({ id }) => id !== job.id))
  await cancelJob(job.id)
}

export function isRunning ({ state }: Job): boolean {
  return state === 'running'
}

/** Returns whether a job cannot continue without the user. */
export function isWaiting ({ state }: Job): boolean {
  return state === 'waiting'
}

/** Shows a message with a link to content that a background search has found. */
function offerToOpen (job: Job): void {
  const path = fetchedPath(job)
  if (job.kind === FIND_JOB && job.state === 'done' && path != null) {
    toast.set({ shown: { text: () => jobWords(job).name, offers: 'open', href: exploreLink(path), ran: [] } })
  }
}

function isEnded ({ state }: Job): boolean {
  return state === 'done' || state === 'failed'
}
