import type { Job } from '../../../client/index.ts'
import { bytes, shortId } from '../../lib/text/format.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { FIND_JOB } from '../../network/state/find-in-background.ts'

/** A job as text for users. */
export interface JobWords {
  /** description of the job */
  name: string
  /** progress */
  progress: string
  /** reason of its failure */
  problem?: PlainError
}

/** @param job - from the worker; for an unknown kind the name is the command */
export function jobWords (job: Job): JobWords {
  const describe = WORDS_OF[job.kind]

  return describe == null
    ? { name: job.kind, progress: tn(job.progress.blocks, '{n} block', '{n} blocks'), problem: failureOf(job) }
    : describe(job)
}

/** Describes the jobs of each kind. */
const WORDS_OF: Partial<Record<string, (job: Job) => JobWords>> = {
  'pin/add': (job) => {
    const name = pinName(job.args)
    return {
      name: words(
        job.state,
        t('Pinning {name}', { name }),
        t('Pinned {name}', { name }),
        t('{name} is not pinned', { name })
      ),
      progress: lookedAt(job),
      problem: failureOf(job)
    }
  },

  [FIND_JOB]: (job) => {
    const { state } = job
    const name = shortId((job.args as { path: string }).path.replace(/^\/ipfs\//, ''))
    return {
      name: words(
        state,
        t('Looking for {name}', { name }),
        t('{name} was found', { name }),
        t('{name} was not found', { name })
      ),
      progress: state === 'done' ? t('Open it to download the rest.') : '',
      problem: failureOf(job)
    }
  },

  'repo/gc': (job) => ({
    name: words(job.state, t('Freeing space'), t('Space was freed'), t('Some space could not be freed')),
    progress: tn(job.progress.blocks, '{n} block removed', '{n} blocks removed'),
    problem: failureOf(job)
  }),

  'repo/verify': (job) => ({
    name: words(job.state, t('Checking all blocks'), t('All blocks checked'), t('Blocks are damaged')),
    progress: tn(job.progress.blocks, '{n} block checked', '{n} blocks checked'),
    problem: failureOf(job, { what: t('The check found damaged blocks.') })
  }),

  'pin/remote/add': (job) => {
    const { state } = job
    const { service = '', status = 'queued', cid, ...args } = job.args as {
      service?: string
      status?: string
      cid?: string
      name?: string
    }
    const values = { name: pinName({ ...args, paths: cid == null ? [] : [cid] }), service }
    return {
      name: words(
        state,
        t('Pinning {name} at {service}', values),
        t('Pinned {name} at {service}', values),
        t('{name} is not pinned at {service}', values)
      ),
      progress: state === 'running' ? t('{status} at the service', { status }) : t('the service has it'),
      problem: failureOf(job, {
        what: t('It is not pinned at the service.'),
        next: t('Nothing was lost on this device. Try the service again.')
      })
    }
  },

  'name/renew': (job) => ({
    name: words(job.state, t('Republishing names'), t('Names were republished'), t('Names could not be republished')),
    progress: '',
    problem: failureOf(job)
  }),

  'routing/reprovide': (job) => ({
    name: words(
      job.state,
      t('Announcing content'),
      t('Everything was announced'),
      t('Some content was not announced')
    ),
    progress: tn(job.progress.blocks, '{n} block announced', '{n} blocks announced'),
    problem: failureOf(job)
  }),

  add: (job) => {
    const { name = '', file } = job.args as { name?: string; file?: string }

    if (file != null) {
      return reference(job)
    }

    return {
      name: name === ''
        ? words(job.state, t('Adding files'), t('Files were added'), t('Upload interrupted'))
        : words(
          job.state,
          t('Adding {name}', { name }),
          t('{name} was added', { name }),
          t('{name} is incomplete', { name })
        ),
      progress: soFar(job),
      problem: failureOf(job, {
        what: t('The node stopped before the upload finished.'),
        next: t('Nothing was saved. Please add it again.')
      })
    }
  },

  'dag/import': (job) => {
    const name = (job.args as { name?: string }).name?.split('/').at(-1) ?? ''

    return {
      name: name === ''
        ? words(job.state, t('Importing blocks'), t('Blocks were imported'), t('An import was interrupted'))
        : words(
          job.state,
          t('Importing {name}', { name }),
          t('{name} was imported', { name }),
          t('{name} is incomplete', { name })
        ),
      progress: soFar(job),
      problem: failureOf(job, {
        what: t('The node stopped before the upload finished.'),
        next: t('Nothing was saved. Import it again.')
      })
    }
  }
}

/**
 * Returns the problem of a failed job, with its message as detail.
 *
 * @param told - the problem in words of the page; by default those for its message
 */
function failureOf ({ state, message = '' }: Job, told?: PlainError): PlainError | undefined {
  return state === 'failed' ? { ...told ?? plainError(new Error(message)), detail: message } : undefined
}

function lookedAt ({ progress: { bytes: size, blocks } }: Job): string {
  return size > 0
    ? tn(blocks, '{n} block · {size} checked', '{n} blocks · {size} checked', { size: bytes(size) })
    : tn(blocks, '{n} block checked', '{n} blocks checked')
}

function soFar ({ progress: { bytes: size, blocks } }: Job): string {
  return size > 0
    ? tn(blocks, '{n} block · {size} so far', '{n} blocks · {size} so far', { size: bytes(size) })
    : tn(blocks, '{n} block so far', '{n} blocks so far')
}

/** Describes a file that is added as a reference. */
function reference (job: Job): JobWords {
  const { args, state, progress } = job
  const { name: given = '', file, size = 0 } = args as { name?: string; file: string; size?: number }
  const name = given === '' ? decodeURIComponent(file.split('/').at(-1) as string) : given

  return {
    name: {
      ...wordsOf(t('Adding {name}', { name }), t('{name} was added', { name }), t('{name} was not added', { name })),
      waiting: t('{name} needs your answer', { name })
    }[state],
    progress: referenceProgress(state, progress.bytes, size),
    problem: failureOf(job, { what: t('The file was not added.'), next: t('Nothing was saved. Select it again.') })
  }
}

function referenceProgress (state: Job['state'], read: number, size: number): string {
  switch (state) {
    case 'waiting':
      return t('The browser must ask you before the node can read the file again.')
    case 'done':
      return t('{size}, without a copy', { size: bytes(size) })
    default:
      return t('{size} of {total} read', { size: bytes(read), total: bytes(size) })
  }
}

function words (state: Job['state'], running: string, done: string, failed: string): string {
  return wordsOf(running, done, failed)[state]
}

/** Returns the texts by state. A waiting job counts as running. */
function wordsOf (running: string, done: string, failed: string): Record<Job['state'], string> {
  return { running, waiting: running, done, failed }
}

/** Returns the name of the pin, or its shortened path. */
function pinName (args: unknown): string {
  const { name = '', paths = [], pathCount = paths.length } = args as {
    name?: string
    paths?: string[]
    pathCount?: number
  }
  const [path = t('an item')] = paths
  const item = name !== '' ? name : shortId(path.replace(/^\/ipfs\//, ''))
  return pathCount > 1 ? tn(pathCount - 1, '{name} and {n} more', '{name} and {n} more', { name: item }) : item
}
