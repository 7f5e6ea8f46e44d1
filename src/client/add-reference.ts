import type { Added } from './added-root.ts'
import { askWorker } from './ask-worker.ts'
import { cancelJob } from './cancel-job.ts'
import { controller } from './controller.ts'
import { FileNotKeptError, ReferenceFailedError } from './errors.ts'
import { jobs } from './jobs.ts'
import { keepAlive } from './keep-alive.ts'
import type { Job } from './messages.ts'
import { watchChanges } from './watch-changes.ts'

export interface AddReferenceOptions {
  pin?: boolean
  /** the pin's name, at most 255 bytes of UTF-8 */
  pinName?: string
  /** called with the bytes read so far */
  onProgress?: (readBytes: number) => void
  timeoutMs?: number
  /** ends it for good; closing the page does not */
  signal?: AbortSignal
}

/** For the worker to take the handle; opening a database may have to wait for another tab. */
const TIMEOUT_MS = 60_000

/** A worker that was stopped tells nobody of it. */
const LOOK_EVERY_MS = 1000

/** Then it is asked again. */
const ANSWER_MS = 5000

/**
 * Adds a file that stays where it is: the node keeps where each block lies in it and no copy, reads the file when the content is
 * wanted, and compares its hashes. A file that changes or goes is found out then, and by `filestore/verify`. Needs the setting
 * `Experimental.FilestoreEnabled` at the start of the node, and a browser that gives handles of files.
 *
 * It is a job of the node: a worker that is stopped, and a page that is closed, do not end it. `jobs` has it until it is told here, or
 * dismissed; where the browser wants to be asked again it waits for `continueJob`.
 *
 * @param handle - as `showOpenFilePicker` gives it, or of the origin private file system
 * @throws FileNotKeptError; ReferenceFailedError when it is not added, since the file is gone or has changed; NodeNotReadyError when no worker answers
 * in time; an AbortError when somebody else has cancelled the job; the signal's reason
 * @example
 * ```ts
 * const [handle] = await showOpenFilePicker()
 * const { cid } = await addReference(handle)
 * ```
 */
export async function addReference (handle: FileSystemFileHandle, { pin = true, pinName, onProgress, timeoutMs = TIMEOUT_MS, signal }: AddReferenceOptions = {}): Promise<Added> {
  const worker = await controller({ timeoutMs, signal })
  const { path, error } = await askWorker(worker, { type: 'keep-file', file: handle }, { timeoutMs, signal })

  if (path == null) {
    throw new FileNotKeptError(error)
  }

  const { id, error: refused } = await askWorker(worker, { type: 'add-kept-file', path, pin, pinName }, { timeoutMs }) // whoever leaves now has it cancelled below

  if (id == null) {
    throw new ReferenceFailedError(refused)
  }

  const letGo = keepAlive()

  try {
    return { cid: await rootOf(id, { onProgress, timeoutMs, signal }), name: handle.name }
  } finally {
    letGo()
  }
}

/** Follows a job to its end, which is nobody's news then. */
async function rootOf (id: string, { onProgress, timeoutMs, signal }: Pick<AddReferenceOptions, 'onProgress' | 'signal'> & { timeoutMs: number }): Promise<string> {
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

/** A worker that is stopped in the middle answers no more; the next one does. */
async function jobsInTime (timeoutMs: number): Promise<Job[]> {
  const until = Date.now() + timeoutMs

  while (true) {
    try {
      return await jobs({ timeoutMs: ANSWER_MS })
    } catch (err) {
      if ((err as Error).name !== 'NodeNotReadyError' || Date.now() >= until) {
        throw err
      }
    }
  }
}

/** Resolves when there is news of a job, or may be, or the signal aborts. */
async function whenChanged (signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stop()
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }

    const stop = watchChanges((topics) => { if (topics.has('jobs')) done() })
    const timer = setTimeout(done, LOOK_EVERY_MS)
    signal?.addEventListener('abort', done)
  })
}
