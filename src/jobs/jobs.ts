import { unlessAborted } from '../async/signals/unless-aborted.ts'
import { EarlierJobs } from './earlier-jobs.ts'
import { EndedJobs } from './ended-jobs.ts'
import type { Background, JobCall, JobsInit, JobTimes, WaitOptions } from './job-options.ts'
import { JobOwner } from './job-owner.ts'
import { compareBegun, jobKey, listJobRows, newJobRow } from './job-row.ts'
import type { JobRow } from './job-row.ts'
import { jobIdentity } from './job-spec.ts'
import type { JobSpec, WorkIdentity } from './job-spec.ts'
import type { JobProgress, JobState } from './job-state.ts'
import { Job } from './job.ts'

/**
 * The time after which a job gets a row. Most work is faster, and needs no write. If a kill interrupts it, it is
 * quickly requested again.
 */
const KEEP_AFTER_MS = 300

const SAVE_EVERY_MS = 10_000

/** The maximum number of restarts without progress. The job itself may be what crashes the worker. */
const MAX_ATTEMPTS = 5

const NOTHING: JobProgress = { blocks: 0, bytes: 0 }

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
  readonly #ended: EndedJobs
  readonly #listeners = new Set<() => void>()
  readonly #earlier: EarlierJobs
  readonly #owner: JobOwner
  #again: ReturnType<typeof setTimeout> | undefined

  constructor (init: JobsInit) {
    this.#init = init
    this.#ended = new EndedJobs(init.datastore)
    this.#earlier = new EarlierJobs(init)
    this.#owner = new JobOwner(init.unasked)
    this.#times = { keepAfterMs: init.keepAfterMs ?? KEEP_AFTER_MS, saveEveryMs: init.saveEveryMs ?? SAVE_EVERY_MS }
  }

  /**
   * Starts a job, or joins the one that does the same work.
   *
   * @example
   *   const pin = pinAdd(node, { paths: ['/ipfs/bafy…'], mode: 'recursive', name: '', offline: false })
   *   const { result } = node.jobs.run(pin, { signal })
   *   await result
   */
  run<T, R> (spec: JobSpec<T, R>, options: WaitOptions<T>): JobCall<R> {
    let job: Job<T, R> | undefined

    const result = (async () => {
      options.signal.throwIfAborted()
      const row = spec.isElsewhere === true ? await this.#earlierRow(spec) : undefined
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
    for (const row of this.#ended.list()) {
      if (row.state === 'waiting' && this.#earlier.isSame(row, spec) && await this.continue(row.id)) {
        return row.id
      }
    }

    let same = this.#same(spec)

    for (; same?.isOpen === false; same = this.#same(spec)) {
      await same.ended
    }

    if (same != null) {
      await same.own()
      this.#owner.hold(same)
      return same.id
    }

    const row = newJobRow(spec)
    this.#earlier.adopt(row.id)
    this.#owner.hold(this.#begin(spec, row))
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

    this.#ended.remove(id) // so that no other call continues it
    await this.#resumeRow(row)
    this.#changed()
    return true
  }

  /** Returns the running and waiting jobs, and those that ended without a waiting request, oldest first. */
  list (): JobState[] {
    return this.#with(this.#ended.list())
  }

  /** Same as `list`, including jobs that a just opened node has not resumed yet. */
  async all (): Promise<JobState[]> {
    return this.#with([
      ...this.#ended.list(),
      ...(await this.#earlier.rows()).filter(({ id }) => !this.#running.has(id) && this.#ended.get(id) == null)
    ])
  }

  #with (rows: JobRow[]): JobState[] {
    const others = rows.map(({ attempts: _, until: __, ...row }): JobState => ({ ...row, waiting: 0 }))
    return [...others, ...[...this.#running.values()].map(({ state }) => state)].sort(compareBegun)
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

    if (!await this.#ended.delete(id)) {
      return false
    }

    this.#changed()
    return true
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
    this.#owner.start(context)
    context.signal.addEventListener('abort', () => {
      this.#letGo()
    }, { once: true })
    await this.#resumeRows()
    this.#earlier.end()
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
  async #earlierRow (spec: WorkIdentity): Promise<JobRow | undefined> {
    return (await this.#earlier.rows()).find((row) =>
      row.state === 'running' && !this.#running.has(row.id) && this.#earlier.isSame(row, spec)
    )
  }

  /** Resumes a row because of a request. */
  #adopt<T, R> (row: JobRow): Job<T, R> {
    this.#earlier.adopt(row.id)
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
    return this.#earlier.isDone(key) ||
      [...this.#running.values()].some((job) => job.key === key && job.spec.sameAs != null)
  }

  /** Deletes the reports of interrupted jobs with the same work. */
  #forgetCut ({ kind, sameAs }: Pick<JobSpec<unknown, unknown>, 'kind' | 'sameAs'>): void {
    for (const row of this.#ended.list()) {
      if (sameAs != null && row.state === 'failed' && jobIdentity(row) === jobIdentity({ kind, args: null, sameAs })) {
        void this.cancel(row.id).catch(() => {}) // at worst, it is reported once more
      }
    }
  }

  #begin<T, R> (spec: JobSpec<T, R>, row?: JobRow): Job<T, R> {
    const id = row?.id ?? crypto.randomUUID()
    this.#ended.remove(id)
    const long = (): void => {
      // A service that restarts killed nodes must know about the job as soon as there is a row.
      this.#notify()

      if (spec.isUnasked === true && row == null) {
        queueMicrotask(() => {
          this.#owner.show(job as unknown as Job)
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

    if (job.isDone && (job.spec.join !== 'never' || job.spec.sameAs != null)) {
      this.#earlier.markDone(job.key)
    }

    if (job.last != null) {
      this.#ended.add(job.last)
      void this.#ended.evict()
    }

    if (job.isLong) {
      this.#changed()
    } else {
      this.#notify()
    }
  }

  async #resumeRows (): Promise<void> {
    for (const row of await listJobRows(this.#init.datastore)) {
      const running = this.#running.get(row.id)

      if (!this.#owner.isActive) {
        return
      }

      if (row.state === 'done' || row.state === 'failed') {
        this.#ended.add(row)
      } else if (running != null && this.#earlier.isAdopted(row.id)) {
        this.#owner.hold(running)
      } else if (running == null && !this.#earlier.isAdopted(row.id)) {
        await this.#resumeRow(row)
      }
    }

    this.#earlier.clearAdopted()
    await this.#ended.evict()
    this.#changed()
  }

  async #resumeRow (row: JobRow): Promise<void> {
    const spec = this.#init.remake(row.kind, row.args)

    if (spec == null) {
      return // written by a later version
    }

    if (typeof spec === 'string') {
      await (this.#isDoneAgain(row) ? this.#init.datastore.delete(jobKey(row.id)) : this.#ended.addFailed(row, spec))
    } else if (this.#earlier.isDone(jobIdentity(spec))) {
      await this.#init.datastore.delete(jobKey(row.id))
    } else if (row.until != null && row.until <= Date.now()) {
      await this.#ended.addFailed(row, 'context deadline exceeded')
    } else if (row.attempts >= MAX_ATTEMPTS) {
      await this.#ended.addFailed(
        row,
        `was interrupted ${row.attempts} times just after its start, and is no longer restarted automatically`
      )
    } else {
      await this.#goOn(row, spec)
    }
  }

  async #goOn (row: JobRow, spec: JobSpec<unknown, unknown>): Promise<void> {
    const same = this.#same(spec)

    if (same == null) {
      this.#owner.hold(this.#begin(spec, { ...row, resumed: row.resumed + 1, attempts: row.attempts + 1 }))
    } else if (same.isOpen) {
      // A new request has already started the same work.
      await same.own()
      await this.#init.datastore.delete(jobKey(row.id))
      this.#owner.hold(same)
    } else {
      this.#owner.keepOpen(same.ended.then(async () => {
        if (this.#owner.isActive) {
          await this.#goOn(row, spec)
        }
      }))
    }
  }

  #changed (): void {
    this.#init.changed?.()
    this.#notify()
  }

  #notify (): void {
    this.#listeners.forEach((listener) => {
      listener()
    })
  }
}
