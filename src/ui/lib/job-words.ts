import type { Job } from '../../client/index.ts'
import { bytes, count, shortId } from './format.ts'
import { plainError } from './plain-error.ts'
import type { PlainError } from './plain-error.ts'

/** A job in words for people. */
export interface JobWords {
  /** what it does, or did */
  name: string
  /** how far it is */
  progress: string
  /** why it failed */
  problem?: PlainError
}

/** @param job - as the worker gives it; of an unknown kind its name is the command */
export function jobWords (job: Job): JobWords {
  const { state, message = '', progress } = job
  const blocks = count(progress.blocks, 'block')
  const size = progress.bytes > 0 ? ` · ${bytes(progress.bytes)}` : ''
  const problem = state === 'failed' ? { ...plainError(new Error(message)), detail: message } : undefined

  switch (job.kind) {
    case 'pin/add': {
      const what = pinName(job.args)
      return { name: words(state, `Keeping ${what}`, `Kept ${what}`, `${what} is not kept`), progress: `${blocks}${size} looked at`, problem }
    }
    case 'repo/gc':
      return { name: words(state, 'Freeing space', 'Space was freed', 'Not all space was freed'), progress: `${blocks} removed`, problem }
    case 'repo/verify':
      return { name: words(state, 'Checking all blocks', 'All blocks were checked', 'Blocks are damaged'), progress: `${blocks} looked at`, problem: state === 'failed' ? { what: 'The check found damage.', detail: message } : undefined }
    case 'pin/remote/add': {
      const { service = '', status = 'queued', cid, ...args } = job.args as { service?: string, status?: string, cid?: string, name?: string }
      const what = `${pinName({ ...args, paths: cid == null ? [] : [cid] })} at ${service}`
      return { name: words(state, `Keeping ${what}`, `Kept ${what}`, `${what} is not kept`), progress: state === 'running' ? `${status} there` : 'the service has it', problem: state === 'failed' ? { what: 'The service does not keep it.', next: 'Nothing was lost here. Ask the service again.', detail: message } : undefined }
    }
    case 'name/renew':
      return { name: words(state, 'Renewing names', 'Names were renewed', 'Names could not be renewed'), progress: '', problem }
    case 'routing/reprovide':
      return { name: words(state, 'Announcing what is kept', 'All was announced', 'Not all was announced'), progress: `${blocks} announced`, problem }
    case 'add': {
      const { name = '', file } = job.args as { name?: string, file?: string }
      const what = name === '' ? 'Files' : name

      if (file != null) {
        return reference(job, problem)
      }

      return { name: words(state, `Adding ${name === '' ? 'files' : name}`, `${what} was added`, `${what} did not come whole`), progress: `${blocks}${size} so far`, problem: state === 'failed' ? { what: 'The node was stopped before all of it had come.', next: 'Nothing of it was kept. Add it again.', detail: message } : undefined }
    }
    case 'dag/import': {
      const what = (job.args as { name?: string }).name?.split('/').at(-1) ?? ''
      return { name: words(state, `Importing ${what === '' ? 'blocks' : what}`, `${what === '' ? 'Blocks were' : `${what} was`} imported`, what === '' ? 'An import was cut' : `${what} did not come whole`), progress: `${blocks}${size} so far`, problem: state === 'failed' ? { what: 'The node was stopped before all of it had come.', next: 'Nothing of it was kept. Import it again.', detail: message } : undefined }
    }
    default:
      return { name: job.kind, progress: blocks, problem }
  }
}

/** A file that stays where it is. */
function reference ({ args, state, progress, message }: Job, problem: PlainError | undefined): JobWords {
  const { name = '', file, size = 0 } = args as { name?: string, file: string, size?: number }
  const what = name === '' ? decodeURIComponent(file.split('/').at(-1) as string) : name

  return {
    name: { ...wordsOf(`Adding ${what}`, `${what} was added`, `${what} was not added`), waiting: `${what} waits for you` }[state],
    progress: state === 'waiting'
      ? 'The browser has to be asked before the node may read the file again.'
      : state === 'done' ? `${bytes(size)}, without a copy` : `${bytes(progress.bytes)} of ${bytes(size)} read`,
    problem: problem == null ? undefined : { what: 'The file was not added.', next: 'Nothing of it was kept. Choose it again.', detail: message }
  }
}

function words (state: Job['state'], running: string, done: string, failed: string): string {
  return wordsOf(running, done, failed)[state]
}

/** What waits is under way. */
function wordsOf (running: string, done: string, failed: string): Record<Job['state'], string> {
  return { running, waiting: running, done, failed }
}

/** The name of the pin, or the ends of what it leads to. */
function pinName (args: unknown): string {
  const { name = '', paths = [], pathCount = paths.length } = args as { name?: string, paths?: string[], pathCount?: number }
  const [path = 'an item'] = paths
  const item = name !== '' ? name : shortId(path.replace(/^\/ipfs\//, ''))
  return pathCount > 1 ? `${item} and ${pathCount - 1} more` : item
}
