import type { Report } from './buffered-generator.ts'

/**
 * Delays the last report of a job until its success is certain: its reader takes it for the end of the job.
 *
 * @example await transaction(async () => { await delayed.during(async () => { for (const item of items) await
 *   delayed.report(item) }) }) await delayed.flush()
 */
export class DelayedReport<T> {
  readonly #report: Report<T>
  #last: { value: T } | undefined

  constructor (report: Report<T>) {
    this.#report = report
  }

  /** Sends the previous report and keeps this one. */
  async report (value: T): Promise<void> {
    await this.flush()
    this.#last = { value }
  }

  /** Runs a part of the job. If it fails, the report that was kept is sent. */
  async during<R> (job: () => Promise<R>): Promise<R> {
    try {
      return await job()
    } catch (err) {
      await this.flush().catch(() => {})
      throw err
    }
  }

  /** Sends the kept report, because the job has succeeded. */
  async flush (): Promise<void> {
    const last = this.#last
    this.#last = undefined

    if (last != null) {
      await this.#report(last.value)
    }
  }
}
