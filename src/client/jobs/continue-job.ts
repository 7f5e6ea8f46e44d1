import type { Job } from '../protocol/messages.ts'
import { ownCommand, unlessClosed } from '../rpc/own-command.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

const TIMEOUT_MS = 60_000

/** File handle with a method of Chromium that is missing in the standard types. */
interface Askable {
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>
}

/**
 * Continues a job that waits for the user: requests permission for the file that it reads. Must be called in a click
 * handler.
 *
 * @param job - job from `jobs` with the state `waiting`
 * @returns false if the job no longer exists, or permission was denied
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * button.onclick = async () => { await continueJob(job) }
 * ```
 */
export async function continueJob (
  { id, args }: Pick<Job, 'id' | 'args'>,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<boolean> {
  const { file: path } = args as { file?: string }

  if (path != null) {
    const worker = await controller({ timeoutMs, signal })
    const { file } = await askWorker(worker, { type: 'kept-file', path }, { timeoutMs, signal })
    const answer = await (file as Askable | undefined)?.requestPermission?.({ mode: 'read' })

    if (answer != null && answer !== 'granted') {
      return false
    }
  }

  const answered = ownCommand<{ Found: boolean }>('jobs/continue', { timeoutMs, signal }, { args: [id] })
  return (await unlessClosed(answered, [])).some(({ Found }) => Found)
}
