import type { Job } from '../../../client/index.ts'
import type { Fetch } from '../../intake/state/fetches.ts'
import type { ImportedHere } from '../../intake/state/import-one.ts'
import type { Upload } from '../../intake/state/uploads.ts'
import { percentOf } from '../../lib/data/percent-of.ts'
import type { Part } from '../../lib/data/percent-of.ts'
import { bytes, duration, percent } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { jobWords } from './job-words.ts'

/** A one-line summary of all running work. */
export interface WorkWords {
  title: string
  /** progress, rate, and remaining time */
  facts: string[]
  /** whole percents; `busy` if unknown, undefined if nothing runs */
  done?: number | 'busy'
  /** whether something failed, waits for the user, or had an unexpected result */
  needsPerson: boolean
}

/**
 * @param parts - progress of the uploads
 * @param jobs - without those of uploads and fetches of this page
 */
export function workWords (
  { uploads, parts, fetches = [], jobs }: {
    uploads: ReadonlyArray<
      Pick<Upload, 'status' | 'picked' | 'storedBytes' | 'bytesPerSecond' | 'imported'>
    >
    parts: readonly Part[]
    fetches?: ReadonlyArray<Pick<Fetch, 'status'>>
    jobs: readonly Job[]
  }
): WorkWords {
  const active = uploads.filter(({ status }) => status === 'queued' || status === 'running')
  const running = jobs.filter(({ state }) => state === 'running')
  const needsPerson =
    uploads.some(({ status, imported }) => status === 'failed' || (imported != null && hasToBeRead(imported))) ||
    fetches.some(({ status }) => status === 'failed') ||
    jobs.some(({ state }) => state === 'waiting' || state === 'failed')
  const fetching = fetches.filter(({ status }) => status === 'queued' || status === 'running').length
  const done = percentOf([
    ...parts,
    ...Array.from({ length: running.length + fetching }, () => ({ done: 0, total: 0 }))
  ])

  if (active.length > 0) {
    const left = active.reduce((sum, { picked, storedBytes }) => sum + Math.max(0, picked.totalBytes - storedBytes), 0)
    const rate = active.reduce((sum, { bytesPerSecond = 0 }) => sum + bytesPerSecond, 0)

    return {
      title: tn(active.length, 'Uploading {n} item', 'Uploading {n} items'),
      facts: [
        ...typeof done === 'number' ? [percent(done)] : [],
        ...rate > 0
          ? [
            t('{size}/s', { size: bytes(rate) }),
            ...left > 0 ? [t('{duration} left', { duration: duration(left / rate) })] : []
          ]
          : [],
        ...running.length > 0 ? [tn(running.length, 'and {n} job of the node', 'and {n} jobs of the node')] : []
      ],
      done,
      needsPerson
    }
  }

  if (fetching > 0) {
    return {
      title: tn(fetching, 'Fetching {n} item', 'Fetching {n} items'),
      facts: running.length > 0 ? [tn(running.length, 'and {n} job of the node', 'and {n} jobs of the node')] : [],
      done,
      needsPerson
    }
  }

  if (running.length > 0) {
    const [words] = running.map(jobWords)
    return {
      title: running.length === 1 ? words.name : t('In progress'),
      facts: [running.length === 1 ? words.progress : tn(running.length, '{n} job of the node', '{n} jobs of the node')]
        .filter((fact) => fact !== ''),
      done,
      needsPerson
    }
  }

  const failed = [...uploads, ...fetches].filter(({ status }) => status === 'failed').length +
    jobs.filter(({ state }) => state === 'failed').length

  if (jobs.some(({ state }) => state === 'waiting')) {
    return { title: t('Waiting for you'), facts: [], needsPerson }
  }

  const past = uploads.length > 0 ? t('Uploads') : t('While you were away')
  return { title: failed > 0 ? tn(failed, '{n} problem', '{n} problems') : past, facts: [], needsPerson }
}

/** Returns whether parts of a CAR import are missing or not stored in the chosen folder. */
function hasToBeRead ({ roots, pinned }: ImportedHere): boolean {
  return roots.length === 0 || pinned.length > 0 || roots.some(({ error }) => error !== '')
}
