import { defineError } from '../../errors/define-error.ts'

/** Thrown if an answer was cut because its reader stopped reading, so that work that waits for its end can go on. */
export class ReaderStalledError extends defineError('ReaderStalledError') {
  constructor (ms: number) {
    super(`the answer was not read for ${ms / 1000} s and was cut`)
  }
}

/** Reports that may wait for the reader before the job has to wait. */
const MAX_WAITING = 65_536

export type Report<T> = (value: T) => Promise<void> | void

export interface BufferedGeneratorOptions {
  /** maximum time in milliseconds that the job waits for a reader that reads nothing; 0, or left out, for no limit */
  stallMs?: number
}

/**
 * Runs a job and yields its reports while it runs. A slow reader slows the job down only once very many reports wait.
 * The job is aborted when the reader leaves, and the generator ends when the job has ended.
 *
 * @param job - its `report` rejects with ReaderStalledError if it waits for a reader that stands still
 * @throws the error of the job, after its last report
 */
export async function* bufferedGenerator<T> (
  job: (report: Report<T>, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  { stallMs = 0 }: BufferedGeneratorOptions = {}
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

      // All at once: removing the first of many one by one is slow.
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

/**
 * Waits for room in the buffer.
 *
 * @throws ReaderStalledError if nothing was read for `stallMs`
 */
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
