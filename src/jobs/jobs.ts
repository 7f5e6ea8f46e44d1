import type { Datastore } from 'interface-datastore'
import { unlessAborted } from '../async/unless-aborted.ts'
import type { Json } from '../config/config.ts'
import { Job } from './job.ts'
import { jobIdentity } from './job-identity.ts'
import type { JobTimes, WaitOptions } from './job.ts'
import { jobKey, listJobRows } from './job-row.ts'
import type { JobRow } from './job-row.ts'
import type { JobSpec } from './job-spec.ts'
import type { JobProgress, JobState } from './job-state.ts'

/** Most work is over before, and costs no write of the datastore; what a kill takes of it is quickly asked for again. */
const KEEP_AFTER_MS = 300

const SAVE_EVERY_MS = 10_000

/** A job that is killed so often right behind its start may be what kills the worker. */
const MAX_ATTEMPTS = 5

/** Jobs that ended with nobody there, and are shown until somebody has seen them. */
const MAX_ENDED = 20

/** A node whose services are never started never reads its rows, and would remember what is done for ever. */
const MAX_DONE_BEFORE = 1000

const NOTHING: JobProgress = { blocks: 0, bytes: 0 }

/** Makes a job anew from its row. @returns a text that says why it cannot be done again; undefined for a kind that is not known */
export type Remake = (kind: string, args: Json) => JobSpec<unknown, unknown> | string | undefined

export interface JobsInit extends Partial<JobTimes> {
  datastore: Datastore
  remake: Remake
  /** told when what `list` gives has changed; how far long jobs are about once a second */
  changed?: () => void
  /** told of a job that goes on, or takes long, without anybody who asked. @returns told of its end */
  unasked?: (job: JobState) => () => void
}

/** A call for a job. */
export interface JobCall<R> {
  /** how far the job is */
  readonly progress: Readonly<JobProgress>
  readonly result: Promise<R>
}

/** What the work behind the answers of a node is given: it ends by the signal, and holds the node while it goes on. */
export interface Background {
  signal: AbortSignal
  background: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}

/**
 * Runs long work so that a killed worker and a closed browser end none of it: a job that takes longer than a moment is a row of the
 * datastore, and what has a row when the node starts is done again to its end.
 *
 * - Whoever asks for a job that runs already is answered by it; the same is never done twice at once.
 * - Whoever leaves (an aborted request, a `timeout`) cancels the job, as in Kubo, unless somebody else waits for it. A job that goes on
 *   after a kill is the node's own and needs nobody.
 * - What cannot go on before a person has done something (`JobWaitsError`) waits, and is tried again at each start and by `continue`.
 * - A kill and a stop of the node leave the row. Errors and the end of a job are told to those who wait, and its row goes; where
 *   nobody waits, the row says how it ended until somebody has seen it (`cancel`).
 */
export class Jobs {
  readonly #init: JobsInit
  readonly #times: JobTimes
  readonly #running = new Map<string, Job>()
  readonly #ended = new Map<string, JobRow>()
  readonly #listeners = new Set<() => void>()
  /** those of an earlier life that somebody has asked for before the rows were read */
  readonly #adopted = new Set<string>()
  /** what was done before the rows were read: one that asks for the same is out of date */
  #doneBefore: Set<string> | undefined = new Set()
  #context: Background | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor (init: JobsInit) {
    this.#init = init
    this.#times = { keepAfterMs: init.keepAfterMs ?? KEEP_AFTER_MS, saveEveryMs: init.saveEveryMs ?? SAVE_EVERY_MS }
  }

  /**
   * Starts a job, or joins the one that does the same.
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

      // one that is too far, or ends, is waited for: the same is not done twice at once
      for (; same?.isOpen === false; same = this.#same(spec)) {
        await unlessAborted(same.ended, options.signal)
      }

      job = same ?? (row == null ? this.#begin(spec) : this.#adopt<T, R>(row))
      return await job.wait(options)
    })()

    return { get progress () { return job?.progress ?? NOTHING }, result }
  }

  /**
   * Starts a job that is the node's own from its beginning: it has a row before it begins, goes on whoever leaves, and says how it
   * ended until somebody has seen it. What does the same, or waits to, takes its place.
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

    const row: JobRow = { id: crypto.randomUUID(), kind: spec.kind, args: spec.args, begun: new Date().toISOString(), state: 'running', progress: { ...NOTHING }, resumed: 0, attempts: 0 }
    this.#adopted.add(row.id)
    this.#hold(this.#begin(spec, row))
    this.#changed()
    return row.id
  }

  /** Tries again what waits for a person. @returns false when there is nothing of that `id` that waits */
  async continue (id: string): Promise<boolean> {
    const row = this.#ended.get(id)

    if (row?.state !== 'waiting') {
      return false
    }

    this.#ended.delete(id) // nobody else goes on with it
    await this.#resumeRow(row)
    this.#changed()
    return true
  }

  /** Jobs that run or wait, and those that ended with nobody there; the oldest first. */
  list (): JobState[] {
    return this.#with([...this.#ended.values()])
  }

  /** As `list`, with those too that a node which was just opened has not gone on with yet. */
  async all (): Promise<JobState[]> {
    const rows = this.#doneBefore == null ? [] : await listJobRows(this.#init.datastore)
    return this.#with([...this.#ended.values(), ...rows.filter(({ id }) => !this.#running.has(id) && !this.#ended.has(id))])
  }

  #with (rows: JobRow[]): JobState[] {
    const others = rows.map(({ attempts: _, until: __, ...row }): JobState => ({ ...row, waiting: 0 }))
    return [...others, ...[...this.#running.values()].map(({ state }) => state)].sort((a, b) => a.begun < b.begun ? -1 : a.begun > b.begun ? 1 : 0)
  }

  /** Ends a job that runs; forgets one that has ended. Resolves when it is done. @returns false when there is none */
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

  /** Tells when what `list` gives has changed. @returns removes the listener */
  on (listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => { this.#listeners.delete(listener) }
  }

  /** Goes on with what was begun in an earlier life. Resolves when all of it is under way; from then on until the signal it is. */
  async resume (context: Background): Promise<void> {
    this.#context = context
    context.signal.addEventListener('abort', () => { this.#letGo() }, { once: true })
    await this.#resumeRows()
    this.#doneBefore = undefined
  }

  /** Lets the node be idle for a while: interrupts jobs that nobody waits for, and goes on with them afterwards. */
  pause (ms: number): void {
    clearTimeout(this.#again)
    const alone = [...this.#running.values()].filter((job) => job.isAlone)
    const isDue = this.#again != null || alone.length > 0
    alone.forEach((job) => { job.interrupt() })
    this.#again = !isDue ? undefined : setTimeout(() => { this.#again = undefined; this.#resumeRows().catch(() => {}) }, ms)
  }

  /** The node stops: all jobs end for now. @param reason - what those who wait are told */
  stop (reason?: Error): void {
    this.#letGo()
    this.#running.forEach((job) => { job.interrupt(reason) })
  }

  #letGo (): void {
    clearTimeout(this.#again)
    this.#running.forEach((job) => { job.letGo() })
  }

  /** The row of an earlier life that asks for the same, as long as the rows were not read. */
  async #rowBefore (spec: Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>): Promise<JobRow | undefined> {
    const rows = this.#doneBefore == null ? [] : await listJobRows(this.#init.datastore)

    return rows.find((row) => row.state === 'running' && !this.#running.has(row.id) && this.#asksFor(row, spec))
  }

  #asksFor ({ kind, args }: JobRow, spec: Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>): boolean {
    const again = kind === spec.kind ? this.#init.remake(kind, args) : undefined
    return typeof again === 'object' && jobIdentity(again) === jobIdentity(spec)
  }

  /** Goes on with it, at the wish of somebody this time. */
  #adopt<T, R> (row: JobRow): Job<T, R> {
    this.#adopted.add(row.id)
    return this.#begin(this.#init.remake(row.kind, row.args) as unknown as JobSpec<T, R>, { ...row, resumed: row.resumed + 1, attempts: 0 })
  }

  /** What runs of the same kind was made by the same function, and so is of its types. */
  #same<T, R> (spec: JobSpec<T, R>): Job<T, R> | undefined {
    const key = jobIdentity(spec)
    return spec.join === 'never' ? undefined : [...this.#running.values()].find((job) => job.key === key) as unknown as Job<T, R> | undefined
  }

  /** Somebody does it again, or has, so that nobody needs to know that it was cut. */
  #isDoneAgain (row: JobRow): boolean {
    const key = jobIdentity(row)
    return this.#doneBefore?.has(key) === true || [...this.#running.values()].some((job) => job.key === key && job.spec.sameAs != null)
  }

  /** The same is begun that was cut before. */
  #forgetCut ({ kind, sameAs }: Pick<JobSpec<unknown, unknown>, 'kind' | 'sameAs'>): void {
    for (const row of this.#ended.values()) {
      if (sameAs != null && row.state === 'failed' && jobIdentity(row) === jobIdentity({ kind, args: null, sameAs })) {
        void this.cancel(row.id).catch(() => {}) // it is told of once more
      }
    }
  }

  #begin<T, R> (spec: JobSpec<T, R>, row?: JobRow): Job<T, R> {
    const id = row?.id ?? crypto.randomUUID()
    this.#ended.delete(id)
    const long = (): void => {
      // who brings a killed node back has to know of it by the time that there is a row
      this.#listeners.forEach((listener) => { listener() })

      if (spec.isUnasked === true && row == null) {
        queueMicrotask(() => { this.#showUnasked(job as unknown as Job) })
      }
    }

    const job: Job<T, R> = new Job(spec, { ...this.#times, datastore: this.#init.datastore, id, row, long, changed: () => { this.#changed() } })
    this.#running.set(id, job as unknown as Job)

    if (spec.join === 'never') {
      this.#forgetCut(spec)
    }

    void job.ended.then(() => { this.#onEnd(job as unknown as Job) })
    return job
  }

  #onEnd (job: Job): void {
    this.#running.delete(job.id)

    if (job.isDone && (job.spec.join !== 'never' || job.spec.sameAs != null) && this.#doneBefore != null && this.#doneBefore.size < MAX_DONE_BEFORE) {
      this.#doneBefore.add(job.key)
    }

    if (job.last != null) {
      this.#ended.set(job.id, job.last)
      void this.#forgetOldest()
    }

    if (job.isLong) {
      this.#changed()
    } else {
      this.#listeners.forEach((listener) => { listener() })
    }
  }

  async #forgetOldest (): Promise<void> {
    const ended = [...this.#ended.values()].filter(({ state }) => state !== 'waiting')

    for (const { id } of ended.slice(0, -MAX_ENDED)) {
      this.#ended.delete(id)

      try {
        await this.#init.datastore.delete(jobKey(id))
      } catch {} // it goes the next time
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
      return // of a later version
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
      // somebody has asked for it again already
      await same.own()
      await this.#init.datastore.delete(jobKey(row.id))
      this.#hold(same)
    } else {
      this.#behind(same.ended.then(async () => { if (this.#context?.signal.aborted === false) await this.#goOn(row, spec) }))
    }
  }

  /** The node is not given up while it goes on. */
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
    this.#context?.background(async () => { await work }).catch(() => {}) // told by the list of services
  }

  async #fail (row: JobRow, message: string): Promise<void> {
    const failed: JobRow = { ...row, state: 'failed', message }
    this.#ended.set(row.id, failed)
    await this.#init.datastore.put(jobKey(row.id), new TextEncoder().encode(JSON.stringify(failed)))
  }

  #changed (): void {
    this.#init.changed?.()
    this.#listeners.forEach((listener) => { listener() })
  }
}
