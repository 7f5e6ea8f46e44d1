import { ReaderStalledError } from './reader-stalled-error.ts'

/** Reports that wait to be read before the job that makes them has to wait. */
const MAX_WAITING = 65_536

export type Report<T> = (value: T) => Promise<void> | void

export interface ReportsOptions {
  /** so long may a reader read nothing while the job waits for it; 0 or left out for as long as it likes */
  stallMs?: number
}

/**
 * Runs a job and yields what it reports, while it goes on: a slow reader does not slow the job down until very much
 * waits. The job is aborted when the reader leaves, and the generator ends when the job has.
 *
 * @param job - its `report` rejects with ReaderStalledError when it waits for a reader who stands still
 * @throws what the job throws, after its last report
 */
export async function* reportsOf<T> (
  job: (report: Report<T>, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  { stallMs = 0 }: ReportsOptions = {}
): AsyncGenerator<T> {
  const leaving = new AbortController()
  const waiting: T[] = []
  let read = 0
  let wakeReader: (() => void) | undefined
  let wakeJob: (() => void) | undefined

  const report = (value: T): Promise<void> | void => {
    waiting.push(value)
    wakeReader?.()

    if (waiting.length >= MAX_WAITING && !leaving.signal.aborted) {
      return unlessStalled(
        new Promise((resolve) => {
          wakeJob = resolve
        }),
        () => read,
        stallMs
      )
    }
  }

  let ended: { err?: unknown } | undefined
  const end = (result: { err?: unknown }): void => {
    ended = result
    wakeReader?.()
  }
  const running = job(report, AbortSignal.any([signal, leaving.signal])).then(() => {
    end({})
  }, (err: unknown) => {
    end({ err })
  })

  try {
    while (waiting.length > 0 || ended == null) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wakeReader = resolve
        })
        continue
      }

      // taken as a whole: removing the first of many one by one is slow
      for (const value of waiting.splice(0)) {
        yield value
        read++
      }

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

/** @throws ReaderStalledError when nothing was read since the last look */
async function unlessStalled (room: Promise<void>, read: () => number, stallMs: number): Promise<void> {
  if (stallMs <= 0) {
    return await room
  }

  let timer: ReturnType<typeof setInterval> | undefined
  let before = read()

  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (read() === before) {
        reject(new ReaderStalledError(stallMs))
      }

      before = read()
    }, stallMs)
  })

  await Promise.race([room, stalled]).finally(() => {
    clearInterval(timer)
  })
}
