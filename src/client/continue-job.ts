import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import type { Job } from './messages.ts'

const TIMEOUT_MS = 60_000

/** Chromium has it, and no standard that the types know. */
interface Askable { requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState> }

/**
 * Has a job go on that waits for a person: asks the browser, and so the person, for the file that it wants to read. Call it in a click.
 *
 * @param job - as `jobs` gives it, with the state `waiting`
 * @returns false when there is no such job any more, or the person did not allow it
 * @throws NodeNotReadyError when no worker answers in time
 * @example
 * ```ts
 * button.onclick = async () => { await continueJob(job) }
 * ```
 */
export async function continueJob ({ id, args }: Pick<Job, 'id' | 'args'>, { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<boolean> {
  const worker = await controller({ timeoutMs, signal })
  const { file: path } = args as { file?: string }

  if (path != null) {
    const { file } = await askWorker(worker, { type: 'kept-file', path }, { timeoutMs, signal })
    const answer = await (file as Askable | undefined)?.requestPermission?.({ mode: 'read' })

    if (answer != null && answer !== 'granted') {
      return false
    }
  }

  return (await askWorker(worker, { type: 'continue-job', id }, { timeoutMs, signal })).found
}
