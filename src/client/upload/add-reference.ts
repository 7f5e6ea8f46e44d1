import { isError } from '../../errors/define-error.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { jobs } from '../jobs/jobs.ts'
import { watchChanges } from '../jobs/watch-changes.ts'
import { FileNotKeptError, NodeNotReadyError, ReferenceFailedError, RpcError } from '../protocol/errors.ts'
import type { Job } from '../protocol/messages.ts'
import { ownCommand } from '../rpc/own-command.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'
import { keepAlive } from '../worker/keep-alive.ts'
import type { Added } from './added-root.ts'

export interface AddReferenceOptions {
  pin?: boolean
  /** name of the pin, at most 255 bytes of UTF-8 */
  pinName?: string
  /** called with the number of bytes read so far */
  onProgress?: (readBytes: number) => void
  timeoutMs?: number
  /** cancels the job for good; closing the page does not */
  signal?: AbortSignal
}

/** Timeout of the worker's answers; opening a database may have to wait for another tab. */
const TIMEOUT_MS = 60_000

/** Polling interval. A worker that was stopped sends no news. */
const LOOK_EVERY_MS = 1000

/** Timeout of one poll, after which the worker is asked again. */
const ANSWER_MS = 5000

/**
 * Adds a file by reference: the node stores the position of each block in the file instead of a copy. It reads the file
 * when the content is requested, and verifies the hashes. A changed or deleted file is noticed then, and by
 * `filestore/verify`. Needs the setting `Experimental.FilestoreEnabled` when the node starts, and a browser with file
 * handles.
 *
 * It runs as a job of the node, which survives a stopped worker and a closed page. `jobs` lists it until its end was
 * reported here, or it is dismissed. If the browser requires permission again, it waits for `continueJob`.
 *
 * @param handle - from `showOpenFilePicker`, or of the origin private file system
 * @throws FileNotKeptError if the handle cannot be stored
 * @throws ReferenceFailedError if the file is not added, because it is gone or has changed
 * @throws NodeNotReadyError if no worker answers in time
 * @throws an AbortError if the job was cancelled elsewhere
 * @throws the signal's reason
 * @example
 * ```ts
 * const [handle] = await showOpenFilePicker()
 * const { cid } = await addReference(handle)
 * ```
 */
export async function addReference (
  handle: FileSystemFileHandle,
  { pin = true, pinName, onProgress, timeoutMs = TIMEOUT_MS, signal }: AddReferenceOptions = {}
): Promise<Added> {
  const worker = await controller({ timeoutMs, signal })
  const { path, error } = await askWorker(worker, { type: 'keep-file', file: handle }, { timeoutMs, signal })

  if (path == null) {
    throw new FileNotKeptError(error)
  }

  // an abort from here on is handled below
  const id = await startJob(path, { pin, pinName, timeoutMs })

  const letGo = keepAlive()

  try {
    return { cid: await rootOf(id, { onProgress, timeoutMs, signal }), name: handle.name }
  } finally {
    letGo()
  }
}

/** Starts the job that adds a file, and returns its ID. */
async function startJob (
  path: string,
  { pin, pinName, timeoutMs }: Pick<AddReferenceOptions, 'pin' | 'pinName'> & { timeoutMs: number }
): Promise<string> {
  const options = { pin, 'pin-name': pinName }

  try {
    const [{ ID }] = await ownCommand<{ ID: string }>('filestore/add', { timeoutMs }, { args: [path], options })
    return ID
  } catch (err) {
    throw isError(err, RpcError) ? new ReferenceFailedError(err.message) : err
  }
}

/** Follows a job to its end, then dismisses it. */
async function rootOf (
  id: string,
  { onProgress, timeoutMs, signal }: Pick<AddReferenceOptions, 'onProgress' | 'signal'> & { timeoutMs: number }
): Promise<string> {
  while (true) {
    if (signal?.aborted === true) {
      await cancelJob(id)
      signal.throwIfAborted()
    }

    const changed = whenChanged(signal)
    const job = (await jobsInTime(timeoutMs)).find((job) => job.id === id)

    if (job == null) {
      throw new DOMException('the job was cancelled', 'AbortError')
    }

    onProgress?.(job.progress.bytes)

    if (job.state === 'done' || job.state === 'failed') {
      await cancelJob(id)

      if (job.state === 'failed') {
        throw new ReferenceFailedError(job.message)
      }

      return (job.args as { cid: string }).cid
    }

    await changed
  }
}

/** Lists the jobs, with retries: a worker that is stopped meanwhile does not answer, but the next one does. */
async function jobsInTime (timeoutMs: number): Promise<Job[]> {
  const until = Date.now() + timeoutMs

  while (true) {
    try {
      return await jobs({ timeoutMs: ANSWER_MS })
    } catch (err) {
      if (!isError(err, NodeNotReadyError) || Date.now() >= until) {
        throw err
      }
    }
  }
}

/** Resolves when a job may have changed, or the signal aborts. */
async function whenChanged (signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stop()
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }

    const stop = watchChanges((topics) => {
      if (topics.has('jobs')) {
        done()
      }
    })
    const timer = setTimeout(done, LOOK_EVERY_MS)
    signal?.addEventListener('abort', done)
  })
}
