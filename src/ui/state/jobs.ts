import { cancelJob, continueJob, jobs as askJobs, keepAlive } from '../../client/index.ts'
import type { Job } from '../../client/index.ts'
import { jobWords } from '../lib/job-words.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'

/** What is over sooner need not be shown. */
const SHOW_AFTER_MS = 1000

export const jobs = new Store<Job[]>([])

let letGo: (() => void) | undefined

/** Reads anew what the node does. That it does not answer is told elsewhere. */
export async function refreshJobs (): Promise<void> {
  await whenReady()
  const before = jobs.value
  const now = (await askJobs()).filter(({ state, begun, resumed }) => state !== 'running' || resumed > 0 || Date.now() - Date.parse(begun) > SHOW_AFTER_MS)
  jobs.set([...now.filter(isWaiting), ...now.filter(isRunning), ...now.filter(isEnded)])

  // a worker that nobody needs is stopped, and its jobs with it until the next start
  if (now.some(isRunning)) {
    letGo ??= keepAlive()
  } else {
    letGo?.()
    letGo = undefined
  }

  const ended = now.find((job) => isEnded(job) && before.some(({ id, state }) => id === job.id && state === 'running'))

  if (ended != null) {
    say(t('{sentence}.', { sentence: jobWords(ended).name }))
  }
}

/** Ends one that runs. */
export async function cancel (job: Job): Promise<void> {
  await cancelJob(job.id)
  say(t('Cancelled.'))
  await refreshJobs()
}

/** Has one go on that waits: in the click, since the browser asks the person. */
export async function goOn (job: Job): Promise<void> {
  say(await continueJob(job) ? t('{sentence}.', { sentence: jobWords({ ...job, state: 'running' }).name }) : t('The browser was not allowed to read the file.'))
  await refreshJobs()
}

/** The person has seen how it ended. */
export async function dismiss (job: Job): Promise<void> {
  jobs.set(jobs.value.filter(({ id }) => id !== job.id))
  await cancelJob(job.id)
}

export function isRunning ({ state }: Job): boolean {
  return state === 'running'
}

/** It cannot go on before a person has done something. */
export function isWaiting ({ state }: Job): boolean {
  return state === 'waiting'
}

function isEnded ({ state }: Job): boolean {
  return state === 'done' || state === 'failed'
}
