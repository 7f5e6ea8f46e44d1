import type { Datastore } from 'interface-datastore'
import { unlessAborted } from '../async/signals/unless-aborted.ts'
import type { Json } from '../config/values/config.ts'
import type { Logger } from '../log/logs.ts'
import { jobKey, listJobRows } from './job-row.ts'
import type { JobRow } from './job-row.ts'
import { jobIdentity } from './job-spec.ts'
import type { JobSpec } from './job-spec.ts'
import type { JobProgress, JobState } from './job-state.ts'
import { Job } from './job.ts'
import type { JobTimes, WaitOptions } from './job.ts'

/**
 * The time after which a job gets a row. Most work is faster, and needs no write. If a kill interrupts it, it is
 * quickly requested again.
 */
const KEEP_AFTER_MS = 300

const SAVE_EVERY_MS = 10_000

/** The maximum number of restarts without progress. The job itself may be what crashes the worker. */
const MAX_ATTEMPTS = 5

/** The maximum number of ended jobs that are listed until a person has seen them. */
const MAX_ENDED = 20

/** Limits memory in a node whose services never start, so that it never reads its rows. */
const MAX_DONE_BEFORE = 1000

const NOTHING: JobProgress = { blocks: 0, bytes: 0 }

/**
 * Recreates a job from its row. Returns a text if it cannot be repeated, with the reason, and undefined for an unknown
 * kind.
 */
export type Remake = (kind: string, args: Json) => JobSpec<unknown, unknown> | string | undefined

export interface JobsInit extends Partial<JobTimes> {
  datastore: Datastore
  remake: Remake
  /** Called when the result of `list` has changed; about once a second while long jobs progress. */
  changed?: () => void
  /**
   * Called for a job that is resumed, or takes long, without a request. Returns a function that is called at its end.
   */
  unasked?: (job: JobState) => () => void
  /** Returns the logger for jobs of a kind; default: none. */
  log?: (kind: string) => Logger
}

/** A request for a job. */
export interface JobCall<R> {
  /** The progress of the job. */
  readonly progress: Readonly<JobProgress>
  readonly result: Promise<R>
}

/** Keeps the node open during background work, until the signal aborts. */
export interface Background {
  signal: AbortSignal
  background: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

/**
 * Runs long work so that it survives a killed worker and a closed browser. A job that is not short gets a row in the
 * datastore. When the node starts, jobs with rows are repeated until they end.
 *
 * - A request for work that is already running joins the job. The same work never runs twice at once.
 * - Aborting the last waiting request (abort, `timeout`) cancels the job, as in Kubo. A job that is resumed after a
 *   crash belongs to the node and needs no request.
 * - A job that needs a person (`JobWaitsError`) waits. Each start and `continue` retry it.
 * - A kill or a stop of the node leaves the row. At its end, a job reports to the waiting requests, and its row is
 *   deleted. If there are none, the row has the outcome until a person has seen it (`cancel`).
 */
export class Jobs {
  readonly #init: JobsInit
  readonly #times: JobTimes
  readonly #running = new Map<string, Job>()
  readonly #ended = new Map<string, JobRow>()
  readonly #listeners = new Set<() => void>()
  /** Ids of rows of an earlier run that were requested again before the rows were read. */
  readonly #adopted = new Set<string>()
  /** Identities of work that was done before the rows were read. Rows with the same identity are out of date. */
  #doneBefore: Set<string> | undefined = new Set()
  #context: Background | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor (init: JobsInit) {
    this.#init = init
    this.#times = { keepAfterMs: init.keepAfterMs ?? KEEP_AFTER_MS, saveEveryMs: init.saveEveryMs ?? SAVE_EVERY_MS }
  }

  /**
   * Starts a job, or joins the one that does the same work.
   *
   * @example
   *   const { result } = node.jobs.run(pinAdd(node, { paths: ['/ipfs/bafy…'], mode: 'recursive', name: '', offline: false }), { signal })
   *   await result
   */
  run<T, R> (spec: JobSpec<T, R>, options: WaitOptions<T>): JobCall<R> {
    let job: Job<T, R> | undefined

    const result = (async () => {
      options.signal.throwIfAborted()
      const row = spec.isElsewhere === true ? await this.#rowBefore(spec) : undefined
      let same = this.#same(spec)

      // Waits for the same work if it cannot be joined any more, so that it does not run twice at once.
      for (; same?.isOpen === false; same = this.#same(spec)) {
        await unlessAborted(same.ended, options.signal)
      }

      job = same ?? (row == null ? this.#begin(spec) : this.#adopt<T, R>(row))
      return await job.wait(options)
    })()

    return {
      get progress () {
        return job?.progress ?? NOTHING
      },
      result
    }
  }

  /**
   * Starts a job that the node owns: its row is written before it begins, it needs no request, and its outcome is
   * listed until a person has seen it. If the same work is running or waiting, uses that job.
   *
   * @returns its `id`
   */
  async start (spec: JobSpec<unknown, unknown>): Promise<string> {
    for (const row of this.#ended.values()) {
      if (row.state === 'waiting' && this.#asksFor(row, spec) && await this.continue(row.id)) {
        return row.id
      }
    }

    let same = this.#same(spec)

    for (; same?.isOpen === false; same = this.#same(spec)) {
      await same.ended
    }

    if (same != null) {
      await same.own()
      this.#hold(same)
      return same.id
    }

    const row: JobRow = {
      id: crypto.randomUUID(),
      kind: spec.kind,
      args: spec.args,
      begun: new Date().toISOString(),
      state: 'running',
      progress: { ...NOTHING },
      resumed: 0,
      attempts: 0
    }
    this.#adopted.add(row.id)
    this.#hold(this.#begin(spec, row))
    this.#changed()
    return row.id
  }

  /**
   * Retries a job that waits for a person.
   *
   * @returns false if there is no waiting job with this `id`
   */
  async continue (id: string): Promise<boolean> {
    const row = this.#ended.get(id)

    if (row?.state !== 'waiting') {
      return false
    }

    this.#ended.delete(id) // so that no other call continues it
    await this.#resumeRow(row)
    this.#changed()
    return true
  }

  /** Returns the running and waiting jobs, and those that ended without a waiting request, oldest first. */
  list (): JobState[] {
    return this.#with([...this.#ended.values()])
  }

  /** Same as `list`, including jobs that a just opened node has not resumed yet. */
  async all (): Promise<JobState[]> {
    const rows = this.#doneBefore == null ? [] : await listJobRows(this.#init.datastore)
    return this.#with([
      ...this.#ended.values(),
      ...rows.filter(({ id }) => !this.#running.has(id) && !this.#ended.has(id))
    ])
  }

  #with (rows: JobRow[]): JobState[] {
    const others = rows.map(({ attempts: _, until: __, ...row }): JobState => ({ ...row, waiting: 0 }))
    return [...others, ...[...this.#running.values()].map(({ state }) => state)].sort((a, b) =>
      a.begun < b.begun ? -1 : a.begun > b.begun ? 1 : 0
    )
  }

  /**
   * Cancels a running job, or deletes an ended one. Resolves when it is done.
   *
   * @returns false if there is none
   */
  async cancel (id: string): Promise<boolean> {
    const job = this.#running.get(id)

    if (job != null) {
      job.cancel()
      await job.ended
      return true
    }

    const isThere = this.#ended.delete(id)

    if (isThere) {
      await this.#init.datastore.delete(jobKey(id))
      this.#changed()
    }

    return isThere
  }

  /**
   * Adds a listener for changes of `list`.
   *
   * @returns a function that removes it
   */
  on (listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * Resumes the jobs of earlier runs. Resolves when all of them are running. They are owned by the node until the
   * signal aborts.
   */
  async resume (context: Background): Promise<void> {
    this.#context = context
    context.signal.addEventListener('abort', () => {
      this.#letGo()
    }, { once: true })
    await this.#resumeRows()
    this.#doneBefore = undefined
  }

  /** Interrupts jobs without waiting requests for a while, so that the node can be idle, and then resumes them. */
  pause (ms: number): void {
    clearTimeout(this.#again)
    const alone = [...this.#running.values()].filter((job) => job.isAlone)
    const isDue = this.#again != null || alone.length > 0
    alone.forEach((job) => {
      job.interrupt()
    })
    this.#again = !isDue ? undefined : setTimeout(() => {
      this.#again = undefined
      this.#resumeRows().catch(() => {})
    }, ms)
  }

  /**
   * Interrupts all jobs because the node stops.
   *
   * @param reason - the error for waiting requests
   */
  stop (reason?: Error): void {
    this.#letGo()
    this.#running.forEach((job) => {
      job.interrupt(reason)
    })
  }

  #letGo (): void {
    clearTimeout(this.#again)
    this.#running.forEach((job) => {
      job.letGo()
    })
  }

  /** Returns the row of an earlier run with the same work, if the rows were not read yet. */
  async #rowBefore (spec: Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>): Promise<JobRow | undefined> {
    const rows = this.#doneBefore == null ? [] : await listJobRows(this.#init.datastore)

    return rows.find((row) => row.state === 'running' && !this.#running.has(row.id) && this.#asksFor(row, spec))
  }

  #asksFor ({ kind, args }: JobRow, spec: Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>): boolean {
    const again = kind === spec.kind ? this.#init.remake(kind, args) : undefined
    return typeof again === 'object' && jobIdentity(again) === jobIdentity(spec)
  }

  /** Resumes a row because of a request. */
  #adopt<T, R> (row: JobRow): Job<T, R> {
    this.#adopted.add(row.id)
    return this.#begin(this.#init.remake(row.kind, row.args) as unknown as JobSpec<T, R>, {
      ...row,
      resumed: row.resumed + 1,
      attempts: 0
    })
  }

  /** Returns the running job with the same work. Jobs of one kind come from the same function, so the types match. */
  #same<T, R> (spec: JobSpec<T, R>): Job<T, R> | undefined {
    const key = jobIdentity(spec)
    return spec.join === 'never'
      ? undefined
      : [...this.#running.values()].find((job) => job.key === key) as unknown as Job<T, R> | undefined
  }

  /** Whether the work of an interrupted job is done again, so that the interruption need not be reported. */
  #isDoneAgain (row: JobRow): boolean {
    const key = jobIdentity(row)
    return this.#doneBefore?.has(key) === true ||
      [...this.#running.values()].some((job) => job.key === key && job.spec.sameAs != null)
  }

  /** Deletes the reports of interrupted jobs with the same work. */
  #forgetCut ({ kind, sameAs }: Pick<JobSpec<unknown, unknown>, 'kind' | 'sameAs'>): void {
    for (const row of this.#ended.values()) {
      if (sameAs != null && row.state === 'failed' && jobIdentity(row) === jobIdentity({ kind, args: null, sameAs })) {
        void this.cancel(row.id).catch(() => {}) // at worst, it is reported once more
      }
    }
  }

  #begin<T, R> (spec: JobSpec<T, R>, row?: JobRow): Job<T, R> {
    const id = row?.id ?? crypto.randomUUID()
    this.#ended.delete(id)
    const long = (): void => {
      // A service that restarts killed nodes must know about the job as soon as there is a row.
      this.#listeners.forEach((listener) => {
        listener()
      })

      if (spec.isUnasked === true && row == null) {
        queueMicrotask(() => {
          this.#showUnasked(job as unknown as Job)
        })
      }
    }

    const job: Job<T, R> = new Job(spec, {
      ...this.#times,
      datastore: this.#init.datastore,
      id,
      row,
      long,
      changed: () => {
        this.#changed()
      }
    })
    this.#running.set(id, job as unknown as Job)
    this.#init.log?.(spec.kind).debug('a job has begun', { kind: spec.kind, id, isResumed: row != null })

    if (spec.join === 'never') {
      this.#forgetCut(spec)
    }

    void job.ended.then(() => {
      this.#onEnd(job as unknown as Job)
    })
    return job
  }

  #onEnd (job: Job): void {
    this.#running.delete(job.id)
    const { blocks, bytes } = job.progress
    const { kind } = job.spec
    this.#init.log?.(kind).debug('a job has ended', { kind, id: job.id, blocks, bytes })

    if (
      job.isDone && (job.spec.join !== 'never' || job.spec.sameAs != null) && this.#doneBefore != null &&
      this.#doneBefore.size < MAX_DONE_BEFORE
    ) {
      this.#doneBefore.add(job.key)
    }

    if (job.last != null) {
      this.#ended.set(job.id, job.last)
      void this.#forgetOldest()
    }

    if (job.isLong) {
      this.#changed()
    } else {
      this.#listeners.forEach((listener) => {
        listener()
      })
    }
  }

  async #forgetOldest (): Promise<void> {
    const ended = [...this.#ended.values()].filter(({ state }) => state !== 'waiting')

    for (const { id } of ended.slice(0, -MAX_ENDED)) {
      this.#ended.delete(id)

      try {
        await this.#init.datastore.delete(jobKey(id))
      } catch {} // deleted the next time
    }
  }

  async #resumeRows (): Promise<void> {
    for (const row of await listJobRows(this.#init.datastore)) {
      const running = this.#running.get(row.id)

      if (this.#context?.signal.aborted !== false) {
        return
      }

      if (row.state === 'done' || row.state === 'failed') {
        this.#ended.set(row.id, row)
      } else if (running != null && this.#adopted.has(row.id)) {
        this.#hold(running)
      } else if (running == null && !this.#adopted.has(row.id)) {
        await this.#resumeRow(row)
      }
    }

    this.#adopted.clear()
    await this.#forgetOldest()
    this.#changed()
  }

  async #resumeRow (row: JobRow): Promise<void> {
    const spec = this.#init.remake(row.kind, row.args)

    if (spec == null) {
      return // written by a later version
    }

    if (typeof spec === 'string') {
      await (this.#isDoneAgain(row) ? this.#init.datastore.delete(jobKey(row.id)) : this.#fail(row, spec))
    } else if (this.#doneBefore?.has(jobIdentity(spec)) === true) {
      await this.#init.datastore.delete(jobKey(row.id))
    } else if (row.until != null && row.until <= Date.now()) {
      await this.#fail(row, 'context deadline exceeded')
    } else if (row.attempts >= MAX_ATTEMPTS) {
      await this.#fail(row, `was ended ${row.attempts} times right behind its start; it is not begun again by itself`)
    } else {
      await this.#goOn(row, spec)
    }
  }

  async #goOn (row: JobRow, spec: JobSpec<unknown, unknown>): Promise<void> {
    const same = this.#same(spec)

    if (same == null) {
      this.#hold(this.#begin(spec, { ...row, resumed: row.resumed + 1, attempts: row.attempts + 1 }))
    } else if (same.isOpen) {
      // A new request has already started the same work.
      await same.own()
      await this.#init.datastore.delete(jobKey(row.id))
      this.#hold(same)
    } else {
      this.#behind(same.ended.then(async () => {
        if (this.#context?.signal.aborted === false) {
          await this.#goOn(row, spec)
        }
      }))
    }
  }

  /** Keeps the node open while the job runs. */
  #hold (job: Job): void {
    this.#showUnasked(job)
    this.#behind(job.ended)

    if (this.#context?.signal.aborted === true) {
      job.letGo()
    }
  }

  #showUnasked (job: Job): void {
    void job.ended.then(this.#init.unasked?.(job.state))
  }

  #behind (work: Promise<void>): void {
    this.#context?.background(async () => {
      await work
    }).catch(() => {}) // reported in the list of services
  }

  async #fail (row: JobRow, message: string): Promise<void> {
    const failed: JobRow = { ...row, state: 'failed', message }
    this.#ended.set(row.id, failed)
    await this.#init.datastore.put(jobKey(row.id), new TextEncoder().encode(JSON.stringify(failed)))
  }

  #changed (): void {
    this.#init.changed?.()
    this.#listeners.forEach((listener) => {
      listener()
    })
  }
}
