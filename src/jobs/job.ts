import type { Batch, Datastore } from 'interface-datastore'
import { MAX_TIMER_MS } from '../async/later.ts'
import type { Report } from '../async/reports-of.ts'
import type { Json } from '../config/config.ts'
import { errorMessage } from '../go/error-message.ts'
import type { RecordWrite } from '../repo/with-write-session.ts'
import { jobIdentity } from './job-identity.ts'
import type { JobRow } from './job-row.ts'
import type { JobContext, JobSpec } from './job-spec.ts'
import type { JobProgress, JobState } from './job-state.ts'
import { KeptRow } from './kept-row.ts'

/** Reports that are kept for those who join later; a job with more of them is not joined any more. */
const MAX_REMEMBERED = 10_000

/** So often those who look at jobs are told how far one is, once it has taken long. */
const TELL_EVERY_MS = 1000

export interface JobTimes {
  /** a job that takes longer gets a row; 0 gives it one before it begins */
  keepAfterMs: number
  /** so often the row is written anew */
  saveEveryMs: number
}

export interface JobInit extends JobTimes {
  datastore: Datastore
  /** of a job that goes on: it belongs to the node, and does not need anybody who waits for it */
  row?: JobRow
  /** it can be done again from its arguments */
  id: string
  /** told now and then how far it is, once it has taken long */
  changed: () => void
  /** told once when it has taken long */
  long?: () => void
}

export interface WaitOptions<T> {
  /** aborts when who waits is gone; the job is cancelled when nobody else waits */
  signal: AbortSignal
  report?: Report<T>
  /** when the time is over that is given to it, in milliseconds since 1970; for a job that goes on behind a kill */
  until?: number
}

interface Waiter<T> {
  report?: Report<T>
  leave: (reason: unknown) => void
}

/** What became of a job. */
type End<R> = { value: R } | { err: unknown }

/** Why a job ended before its time. */
type Stop = 'cancelled' | 'interrupted' | 'over'

/** A job that runs, with those who wait for it. */
export class Job<T = unknown, R = unknown> {
  readonly id: string
  readonly spec: JobSpec<T, R>
  /** what it has in common with those that are the same */
  readonly key: string
  readonly progress: JobProgress = { blocks: 0, bytes: 0 }
  /** resolves when it has ended, however that was, and its row says so */
  readonly ended: Promise<void>
  readonly #init: JobInit
  readonly #row: KeptRow
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
  /** what became of it; undefined while it runs */
  #end: End<R> | undefined
  /** how it ended with nobody there, or what it waits for */
  #last: JobRow | undefined

  constructor (spec: JobSpec<T, R>, init: JobInit) {
    const { row, id, datastore } = init
    this.id = id
    this.spec = spec
    this.key = jobIdentity(spec)
    this.#init = init
    this.#row = new KeptRow(datastore, id, row != null)
    this.#begun = row?.begun ?? new Date().toISOString()
    this.#resumed = row?.resumed ?? 0
    this.#attempts = row?.attempts ?? 0
    this.#until = row?.until
    this.#args = () => spec.args
    this.#isOwn = row != null
    this.#isJoinable = spec.join !== 'never'
    this.ended = this.#run()
  }

  /** Whoever asks for the same now is answered by it. */
  get isOpen (): boolean {
    return this.#isJoinable && this.#stop == null && this.#end == null && this.#remembered.length < MAX_REMEMBERED
  }

  /** It has taken so long that it is shown. */
  get isLong (): boolean {
    return this.#isLong
  }

  /** It has done what it was to do. */
  get isDone (): boolean {
    return this.#end != null && 'value' in this.#end
  }

  /** Nobody waits for it; the node itself goes on with it. */
  get isAlone (): boolean {
    return this.#isOwn && this.#waiters.size === 0
  }

  /** How it ended, when nobody was there to be told, or what it waits for. */
  get last (): JobRow | undefined {
    return this.#last
  }

  get state (): JobState {
    const { attempts: _, until: __, ...row } = this.#asRow()
    return { ...row, progress: { ...this.progress }, waiting: this.#waiters.size }
  }

  /** Gives what becomes of it. The last who leaves while it is not the node's own cancels it, and hears how it ended then. */
  async wait ({ signal, report, until }: WaitOptions<T>): Promise<R> {
    // a job may take as long as whoever gives it most time says
    this.#until = this.#waiters.size === 0 && !this.#isOwn ? until : this.#until == null || until == null ? undefined : Math.max(until, this.#until)

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
      const aborted = (): void => { leave(signal.reason) }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', aborted, { once: true })
      this.#remembered.forEach((value) => { report?.(value)?.catch(leave) })

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

  /** Ends it for good, as somebody wishes who may not wait for it; with a reason, because nobody waits for it any more. */
  cancel (reason?: unknown): void {
    this.#isCancelled ||= reason === undefined
    this.#abort('cancelled', reason ?? new DOMException('the job was cancelled', 'AbortError'))
  }

  /** Ends it for now: its row stays. */
  interrupt (reason: unknown = new DOMException('the node is stopping', 'AbortError')): void {
    this.#abort('interrupted', reason)
  }

  /** Goes on when nobody waits for it any more: it was begun before. */
  async own (): Promise<void> {
    this.#isOwn = true
    this.#watchTime()
    await this.#becomeLong()
  }

  /** From now on it belongs to those who wait for it alone; it is interrupted when there are none. */
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
    this.#timers.push(setTimeout(() => { void this.#becomeLong() }, keepAfterMs))

    if (this.#isOwn) {
      this.#watchTime()
    }

    // who waits for it is there when it begins
    await (keepAfterMs === 0 || this.#isOwn ? this.#becomeLong() : Promise.resolve())

    try {
      this.#controller.signal.throwIfAborted()
      this.#end = { value: await this.spec.work(this.#context()) }
    } catch (err) {
      this.#end = { err }
    }

    this.#timers.forEach((timer) => { clearTimeout(timer) })
    await this.#endRow(this.#end)
  }

  /** What was stopped, or lost its database, is done again at the next start; of what ended with nobody there it is kept how it did. */
  async #endRow (end: End<R>): Promise<void> {
    const isLost = 'err' in end && namesOf(end.err).includes('DatabaseLostError')

    if (isLost || (this.#stop === 'interrupted' && 'err' in end)) {
      this.#row.close()
    } else if (this.#isOwn && this.#stop == null && 'err' in end && namesOf(end.err)[0] === 'JobWaitsError') {
      // that it was tried says nothing against it
      this.#last = { ...this.#asRow(), state: 'waiting', attempts: 0, message: errorMessage(end.err) }
      await this.#row.end(this.#last)
    } else if (!this.isAlone || (this.#stop === 'cancelled' && 'err' in end) || (this.spec.isUnasked === true && 'value' in end)) {
      await this.#row.end()
    } else {
      this.#last = { ...this.#asRow(), state: 'value' in end ? 'done' : 'failed', message: 'value' in end ? this.spec.describe(end.value) : errorMessage(end.err) }
      await this.#row.end(this.#last)
    }
  }

  async #becomeLong (): Promise<void> {
    if (this.#isLong || this.#end != null) {
      return
    }

    this.#isLong = true
    this.#init.long?.()
    this.#timers.push(every(TELL_EVERY_MS, this.#init.changed), every(this.#init.saveEveryMs, () => { this.#save() }))

    await this.#row.save(() => this.#asRow())
  }

  /** Those who wait see to the time that they give it; what is the node's own has to itself. */
  #watchTime (): void {
    if (this.#until == null) {
      return // nobody who joins gives it less
    }

    const left = this.#until - Date.now()

    if (left <= 0) {
      this.#abort('over', new DOMException('the time of the job is over', 'TimeoutError'))
    } else {
      this.#timers.push(setTimeout(() => { this.#watchTime() }, Math.min(left, MAX_TIMER_MS)))
    }
  }

  /** It has come so far that the next kill says nothing of it. */
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
      get isCancelled () { return isCancelled() },
      progress: this.progress,
      report: (value) => this.#report(value),
      begun: () => { this.#isJoinable &&= this.spec.join === 'always' },
      left: (args, now) => { this.#left(args, now) },
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
        const addTo = (batch: Batch): void => { along(batch); addRow(batch) }
        await (write == null ? this.#writeAlone(addTo) : write(addTo))

        // before the next write of the row
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
        (waits ??= []).push(wait.catch(leave))
      }
    }

    return waits == null ? undefined : Promise.all(waits).then(() => { this.#controller.signal.throwIfAborted() })
  }
}

/** The name of an error and those of what caused it. */
function namesOf (err: unknown): string[] {
  const { name = '', cause } = err as Partial<Error>
  return cause == null ? [name] : [name, ...namesOf(cause)]
}

function every (ms: number, call: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(call, ms)
  const { unref } = timer as { unref?: () => void }
  unref?.call(timer) // in Node it is no reason to stay
  return timer
}
