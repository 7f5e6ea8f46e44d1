import type { JobState } from '../jobs/job-state.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'

/**
 * Yields the state of a job, at once and after each change, about once a second. Skips states that were not read in
 * time. Ends after a state other than `running`, or when the job has ended and was observed.
 *
 * @param id - an ID from `listJobs`
 * @throws the signal's reason; the job continues
 * @example
 * ```ts
 * const [{ id }] = listJobs(node)
 * for await (const { state, progress } of followJob(node, id)) console.log(state, progress?.blocks)
 * ```
 */
export async function* followJob (
  { jobs }: Pick<IpfsNode, 'jobs'>,
  id: string,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {}
): AsyncGenerator<JobState> {
  let wake = (): void => {}
  let hasChanged = true
  const changed = (): void => {
    hasChanged = true
    wake()
  }
  const stop = jobs.on(changed)
  signal.addEventListener('abort', changed)

  try {
    while (true) {
      signal.throwIfAborted()

      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
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
