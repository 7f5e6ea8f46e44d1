import type { JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'

/**
 * Gives how a job is, at once and whenever that has changed, about once a second. What nobody reads in time is left out. Ends behind
 * a state that is not `running`, or when the job has ended with somebody there to be told.
 *
 * @param id - as `listJobs` gives it
 * @throws the signal's reason; the job goes on
 */
export async function * followJob ({ jobs }: Pick<IpfsNode, 'jobs'>, id: string, { signal = new AbortController().signal }: { signal?: AbortSignal } = {}): AsyncGenerator<JobState> {
  let wake = (): void => {}
  let hasChanged = true
  const changed = (): void => { hasChanged = true; wake() }
  const stop = jobs.on(changed)
  signal.addEventListener('abort', changed)

  try {
    while (true) {
      signal.throwIfAborted()

      if (!hasChanged) {
        await new Promise<void>((resolve) => { wake = resolve })
        continue
      }

      hasChanged = false
      const job = jobs.list().find((job) => job.id === id)

      if (job == null) {
        return
      }

      yield job

      if (job.state !== 'running') {
        return
      }
    }
  } finally {
    stop()
    signal.removeEventListener('abort', changed)
  }
}
