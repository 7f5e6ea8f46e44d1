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
  const { state, message = '', progress } = job
  const [size, n] = [bytes(progress.bytes), progress.blocks]
  const problem = state === 'failed' ? { ...plainError(new Error(message)), detail: message } : undefined
  const lookedAt = (): string =>
    progress.bytes > 0
      ? tn(n, '{n} block · {size} checked', '{n} blocks · {size} checked', { size })
      : tn(n, '{n} block checked', '{n} blocks checked')
  const soFar = (): string =>
    progress.bytes > 0
      ? tn(n, '{n} block · {size} so far', '{n} blocks · {size} so far', { size })
      : tn(n, '{n} block so far', '{n} blocks so far')

  switch (job.kind) {
    case 'pin/add': {
      const name = pinName(job.args)
      return {
        name: words(
          state,
          t('Pinning {name}', { name }),
          t('Pinned {name}', { name }),
          t('{name} is not pinned', { name })
        ),
        progress: lookedAt(),
        problem
      }
    }

    case FIND_JOB: {
      const name = shortId((job.args as { path: string }).path.replace(/^\/ipfs\//, ''))
      return {
        name: words(
          state,
          t('Looking for {name}', { name }),
          t('{name} was found', { name }),
          t('{name} was not found', { name })
        ),
        progress: state === 'done' ? t('Open it to download the rest.') : '',
        problem
      }
    }

    case 'repo/gc':
      return {
        name: words(state, t('Freeing space'), t('Space was freed'), t('Some space could not be freed')),
        progress: tn(n, '{n} block removed', '{n} blocks removed'),
        problem
      }

    case 'repo/verify':
      return {
        name: words(state, t('Checking all blocks'), t('All blocks checked'), t('Blocks are damaged')),
        progress: tn(n, '{n} block checked', '{n} blocks checked'),
        problem: state === 'failed' ? { what: t('The check found damaged blocks.'), detail: message } : undefined
      }

    case 'pin/remote/add': {
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
        problem: state === 'failed'
          ? {
            what: t('It is not pinned at the service.'),
            next: t('Nothing was lost on this device. Try the service again.'),
            detail: message
          }
          : undefined
      }
    }

    case 'name/renew':
      return {
        name: words(state, t('Republishing names'), t('Names were republished'), t('Names could not be republished')),
        progress: '',
        problem
      }

    case 'routing/reprovide':
      return {
        name: words(state, t('Announcing content'), t('Everything was announced'), t('Some content was not announced')),
        progress: tn(n, '{n} block announced', '{n} blocks announced'),
        problem
      }

    case 'add': {
      const { name = '', file } = job.args as { name?: string; file?: string }

      if (file != null) {
        return reference(job, problem)
      }

      return {
        name: name === ''
          ? words(state, t('Adding files'), t('Files were added'), t('Upload interrupted'))
          : words(
            state,
            t('Adding {name}', { name }),
            t('{name} was added', { name }),
            t('{name} is incomplete', { name })
          ),
        progress: soFar(),
        problem: state === 'failed'
          ? {
            what: t('The node stopped before the upload finished.'),
            next: t('Nothing was saved. Please add it again.'),
            detail: message
          }
          : undefined
      }
    }

    case 'dag/import': {
      const name = (job.args as { name?: string }).name?.split('/').at(-1) ?? ''

      return {
        name: name === ''
          ? words(state, t('Importing blocks'), t('Blocks were imported'), t('An import was interrupted'))
          : words(
            state,
            t('Importing {name}', { name }),
            t('{name} was imported', { name }),
            t('{name} is incomplete', { name })
          ),
        progress: soFar(),
        problem: state === 'failed'
          ? {
            what: t('The node stopped before the upload finished.'),
            next: t('Nothing was saved. Import it again.'),
            detail: message
          }
          : undefined
      }
    }

    default:
      return { name: job.kind, progress: tn(n, '{n} block', '{n} blocks'), problem }
  }
}

/** Describes a file that is added as a reference. */
function reference ({ args, state, progress, message }: Job, problem: PlainError | undefined): JobWords {
  const { name: given = '', file, size = 0 } = args as { name?: string; file: string; size?: number }
  const name = given === '' ? decodeURIComponent(file.split('/').at(-1) as string) : given

  return {
    name: {
      ...wordsOf(t('Adding {name}', { name }), t('{name} was added', { name }), t('{name} was not added', { name })),
      waiting: t('{name} needs your answer', { name })
    }[state],
    progress: state === 'waiting'
      ? t('The browser must ask you before the node can read the file again.')
      : state === 'done'
      ? t('{size}, without a copy', { size: bytes(size) })
      : t('{size} of {total} read', { size: bytes(progress.bytes), total: bytes(size) }),
    problem: problem == null
      ? undefined
      : { what: t('The file was not added.'), next: t('Nothing was saved. Select it again.'), detail: message }
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
