/** Reports that wait to be read before the job that makes them has to wait. */
const MAX_WAITING = 65_536

export type Report<T> = (value: T) => Promise<void> | void

/**
 * Runs a job and yields what it reports, while it goes on: a slow reader does not slow the job down until very much waits.
 * The job is aborted when the reader leaves, and the generator ends when the job has.
 *
 * @throws what the job throws, after its last report
 */
export async function * reportsOf<T> (job: (report: Report<T>, signal: AbortSignal) => Promise<void>, signal: AbortSignal): AsyncGenerator<T> {
  const leaving = new AbortController()
  const waiting: T[] = []
  let wakeReader: (() => void) | undefined
  let wakeJob: (() => void) | undefined

  const report = (value: T): Promise<void> | void => {
    waiting.push(value)
    wakeReader?.()

    if (waiting.length >= MAX_WAITING) {
      return new Promise((resolve) => { wakeJob = resolve })
    }
  }

  let ended: { err?: unknown } | undefined
  const end = (result: { err?: unknown }): void => { ended = result; wakeReader?.() }
  const running = job(report, AbortSignal.any([signal, leaving.signal])).then(() => { end({}) }, (err: unknown) => { end({ err }) })

  try {
    while (waiting.length > 0 || ended == null) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => { wakeReader = resolve })
        continue
      }

      // taken as a whole: removing the first of many one by one is slow
      yield * waiting.splice(0)
      wakeJob?.()
    }
  } finally {
    leaving.abort(new DOMException('nobody reads the reports any more', 'AbortError'))
    wakeJob?.()
    await running
  }

  if ('err' in ended) {
    throw ended.err
  }
}
