import type { Batch } from 'interface-datastore'
import type { Report } from '../async/iteration/buffered-generator.ts'
import { MAX_TIMER_MS } from '../async/timers/later.ts'
import type { Json } from '../config/values/config.ts'
import { errorMessage } from '../go/text/error-message.ts'
import type { RecordWrite } from '../repo/with-write-session.ts'
import type { JobInit, WaitOptions } from './job-options.ts'
import type { JobRow } from './job-row.ts'
import { jobIdentity } from './job-spec.ts'
import type { JobContext, JobSpec } from './job-spec.ts'
import type { JobProgress, JobState } from './job-state.ts'
import { RowWriter } from './row-writer.ts'

/** The maximum number of reports that are repeated to joining requests. A job with more accepts no more requests. */
const MAX_REMEMBERED = 10_000

/** The interval of progress notifications of a long job. */
const NOTIFY_EVERY_MS = 1000

interface Waiter<T> {
  report?: Report<T>
  leave: (reason: unknown) => void
}

/** The outcome of a job. */
type End<R> = { value: R } | { err: unknown }

/** The reason why a job was stopped early. */
type Stop = 'cancelled' | 'interrupted' | 'over'

/** A running job, with the requests that wait for it. */
export class Job<T = unknown, R = unknown> {
  readonly id: string
  readonly spec: JobSpec<T, R>
  /** The identity of the work, see `jobIdentity`. */
  readonly key: string
  readonly progress: JobProgress = { blocks: 0, bytes: 0 }
  /** Resolves when it has ended in any way, and its row is updated. */
  readonly ended: Promise<void>
  readonly #init: JobInit
  readonly #row: RowWriter
  readonly #begun: string
  readonly #resumed: number
  readonly #controller = new AbortController()
  readonly #waiters = new Set<Waiter<T>>()
  readonly #remembered: T[] = []
  #attempts: number
  #until: number | undefined
  #args: () => Json
  #isOwn: boolean
  #isJoinable: boolean
  #isLong = false
  #isLetGo = false
  #isCancelled = false
  #stop: Stop | undefined
  #timers: Array<ReturnType<typeof setTimeout>> = []
  /** The outcome; undefined while it runs. */
  #end: End<R> | undefined
  /** The final row, if no request was waiting, or if the job waits for a person. */
  #last: JobRow | undefined

  constructor (spec: JobSpec<T, R>, init: JobInit) {
    const { row, id, datastore } = init
    this.id = id
    this.spec = spec
    this.key = jobIdentity(spec)
    this.#init = init
    this.#row = new RowWriter(datastore, id, row != null)
    this.#begun = row?.begun ?? new Date().toISOString()
    this.#resumed = row?.resumed ?? 0
    this.#attempts = row?.attempts ?? 0
    this.#until = row?.until
    this.#args = () => spec.args
    this.#isOwn = row != null
    this.#isJoinable = spec.join !== 'never'
    this.ended = this.#run()
  }

  /** Whether new requests for the same work can join. */
  get isOpen (): boolean {
    return this.#isJoinable && this.#stop == null && this.#end == null && this.#remembered.length < MAX_REMEMBERED
  }

  /** Whether it has taken so long that it is listed. */
  get isLong (): boolean {
    return this.#isLong
  }

  /** Whether it has succeeded. */
  get isDone (): boolean {
    return this.#end != null && 'value' in this.#end
  }

  /** Whether only the node runs it, without waiting requests. */
  get isAlone (): boolean {
    return this.#isOwn && this.#waiters.size === 0
  }

  /** The final row, if no request was waiting, or if the job waits for a person. */
  get last (): JobRow | undefined {
    return this.#last
  }

  get state (): JobState {
    const { attempts: _, until: __, ...row } = this.#asRow()
    return { ...row, progress: { ...this.progress }, waiting: this.#waiters.size }
  }

  /**
   * Waits for the outcome. If the last waiting request aborts and the node does not own the job, the job is cancelled,
   * and this rejects with its outcome.
   */
  async wait ({ signal, report, until }: WaitOptions<T>): Promise<R> {
    // The latest deadline of all requests counts.
    if (this.#waiters.size === 0 && !this.#isOwn) {
      this.#until = until
    } else {
      this.#until = this.#until == null || until == null ? undefined : Math.max(until, this.#until)
    }

    return await new Promise<R>((resolve, reject) => {
      const leave = (reason: unknown): void => {
        if (!this.#isOwn && this.#waiters.size === 1) {
          this.cancel(reason)
        } else {
          this.#waiters.delete(waiter)
          reject(reason as Error)

          if (this.#isLetGo) {
            this.letGo()
          }
        }
      }
      const waiter: Waiter<T> = { report, leave }
      const aborted = (): void => {
        leave(signal.reason)
      }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', aborted, { once: true })
      this.#remembered.forEach((value) => {
        report?.(value)?.catch(leave)
      })

      void this.ended.then(() => {
        signal.removeEventListener('abort', aborted)
        const end = this.#end as End<R>

        if ('value' in end) {
          resolve(end.value)
        } else {
          reject(end.err as Error)
        }
      })

      if (signal.aborted) {
        aborted()
      }
    })
  }

  /**
   * Ends the job for good.
   *
   * @param reason - given if the last request left; without it, a person has cancelled the job
   */
  cancel (reason?: unknown): void {
    this.#isCancelled ||= reason === undefined
    this.#abort('cancelled', reason ?? new DOMException('the job was cancelled', 'AbortError'))
  }

  /** Ends the job for this run. Its row stays. */
  interrupt (reason: unknown = new DOMException('the node is stopping', 'AbortError')): void {
    this.#abort('interrupted', reason)
  }

  /** Makes the node own the job: it continues without waiting requests. */
  async own (): Promise<void> {
    this.#isOwn = true
    this.#watchTime()
    await this.#becomeLong()
  }

  /** Ends the ownership of the node: the job is interrupted once no request waits for it. */
  letGo (): void {
    this.#isLetGo = true

    if (this.isAlone) {
      this.interrupt()
    }
  }

  #abort (stop: Stop, reason: unknown): void {
    if (this.#end == null) {
      this.#stop ??= stop
      this.#controller.abort(reason)
    }
  }

  async #run (): Promise<void> {
    const keepAfterMs = this.spec.isElsewhere === true ? 0 : this.#init.keepAfterMs
    this.#timers.push(setTimeout(() => {
      void this.#becomeLong()
    }, keepAfterMs))

    if (this.#isOwn) {
      this.#watchTime()
    }

    // A microtask later, so that the first request already waits when the work begins.
    await (keepAfterMs === 0 || this.#isOwn ? this.#becomeLong() : Promise.resolve())

    try {
      this.#controller.signal.throwIfAborted()
      this.#end = { value: await this.spec.work(this.#context()) }
    } catch (err) {
      this.#end = { err }
    }

    this.#timers.forEach((timer) => {
      clearTimeout(timer)
    })
    await this.#endRow(this.#end)
  }

  /**
   * Updates the row at the end. Keeps it if the job was interrupted or has lost its database: the next start repeats
   * the work. Stores the outcome if no request was waiting.
   */
  async #endRow (end: End<R>): Promise<void> {
    const isLost = 'err' in end && errorNames(end.err).includes('DatabaseLostError')

    if (isLost || (this.#stop === 'interrupted' && 'err' in end)) {
      this.#row.close()
    } else if (this.#isOwn && this.#stop == null && 'err' in end && errorNames(end.err)[0] === 'JobWaitsError') {
      // A retry that still waits does not count as a failed attempt.
      this.#last = { ...this.#asRow(), state: 'waiting', attempts: 0, message: errorMessage(end.err) }
      await this.#row.end(this.#last)
    } else if (
      !this.isAlone || (this.#stop === 'cancelled' && 'err' in end) || (this.spec.isUnasked === true && 'value' in end)
    ) {
      await this.#row.end()
    } else {
      this.#last = {
        ...this.#asRow(),
        state: 'value' in end ? 'done' : 'failed',
        message: 'value' in end ? this.spec.describe(end.value) : errorMessage(end.err)
      }
      await this.#row.end(this.#last)
    }
  }

  async #becomeLong (): Promise<void> {
    if (this.#isLong || this.#end != null) {
      return
    }

    this.#isLong = true
    this.#init.long?.()
    this.#timers.push(
      setUnrefInterval(NOTIFY_EVERY_MS, this.#init.changed),
      setUnrefInterval(this.#init.saveEveryMs, () => {
        this.#save()
      })
    )

    await this.#row.save(() => this.#asRow())
  }

  /** Enforces the deadline of a job that the node owns. Requests enforce their own deadlines. */
  #watchTime (): void {
    if (this.#until == null) {
      return // joining requests cannot shorten it
    }

    const left = this.#until - Date.now()

    if (left <= 0) {
      this.#abort('over', new DOMException('the time of the job is over', 'TimeoutError'))
    } else {
      this.#timers.push(setTimeout(() => {
        this.#watchTime()
      }, Math.min(left, MAX_TIMER_MS)))
    }
  }

  /** Saves the progress and resets the failed attempts. */
  #save (): void {
    this.#attempts = 0
    void this.#row.save(() => this.#asRow())
  }

  #asRow (): JobRow {
    return {
      id: this.id,
      kind: this.spec.kind,
      args: this.#args(),
      asked: this.spec.asked,
      begun: this.#begun,
      state: 'running',
      progress: this.progress,
      resumed: this.#resumed,
      attempts: this.#attempts,
      ...this.#until == null ? {} : { until: this.#until }
    }
  }

  #context (): JobContext<T> {
    const isCancelled = (): boolean => this.#isCancelled

    return {
      signal: this.#controller.signal,
      isResumed: this.#resumed > 0,
      get isCancelled () {
        return isCancelled()
      },
      progress: this.progress,
      report: (value) => this.#report(value),
      begun: () => {
        this.#isJoinable &&= this.spec.join === 'always'
      },
      left: (args, now) => {
        this.#left(args, now)
      },
      recording: (write, args) => this.#recording(write, args)
    }
  }

  #left (args: () => Json, now = false): void {
    this.#args = args

    if (now && this.#row.isKept) {
      void this.#row.save(() => this.#asRow())
    }
  }

  #recording<W extends RecordWrite | undefined> (write: W, args?: Json): W | RecordWrite {
    if (write == null && !this.#row.isKept) {
      this.#row.close()
      return write
    }

    return async (along) => {
      const both = async (addRow: (batch: Batch) => void): Promise<void> => {
        const addTo = (batch: Batch): void => {
          along(batch)
          addRow(batch)
        }
        await (write == null ? this.#writeAlone(addTo) : write(addTo))

        // Before the next write of the row.
        if (args === undefined) {
          this.#row.close()
        } else {
          this.#args = () => args
        }
      }

      await this.#row.along(both, () => args === undefined ? undefined : { ...this.#asRow(), args })
    }
  }

  async #writeAlone (addTo: (batch: Batch) => void): Promise<void> {
    const batch = this.#init.datastore.batch()
    addTo(batch)
    await batch.commit()
  }

  #report (value: T): Promise<void> | void {
    let waits: Array<Promise<void>> | undefined

    if (this.spec.remembers?.(value) === true && this.#remembered.length < MAX_REMEMBERED) {
      this.#remembered.push(value)
    }

    for (const { report, leave } of this.#waiters) {
      const wait = report?.(value)

      if (wait != null) {
        ;(waits ??= []).push(wait.catch(leave))
      }
    }

    return waits == null ? undefined : Promise.all(waits).then(() => {
      this.#controller.signal.throwIfAborted()
    })
  }
}

/** Returns the names of an error and its causes. */
function errorNames (err: unknown): string[] {
  const { name = '', cause } = err as Partial<Error>
  return cause == null ? [name] : [name, ...errorNames(cause)]
}

function setUnrefInterval (ms: number, call: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(call, ms)
  const { unref } = timer as { unref?: () => void }
  unref?.call(timer) // must not keep a Node.js process alive
  return timer
}
