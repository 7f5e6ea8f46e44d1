import type { Report } from './buffered-generator.ts'

/**
 * Holds the last report of a job back until more is known: whoever hears it takes it for the end of the job.
 *
 * @example
 *   await transaction(async () => { await held.during(async () => { for (const item of items) await held.report(item) }) })
 *   await held.tell()
 */
export class HeldReport<T> {
  readonly #report: Report<T>
  #last: { value: T } | undefined

  constructor (report: Report<T>) {
    this.#report = report
  }

  /** Tells the report before this one. */
  async report (value: T): Promise<void> {
    await this.tell()
    this.#last = { value }
  }

  /** Runs a part of the job: when it fails, what it reported is told. */
  async during<R> (job: () => Promise<R>): Promise<R> {
    try {
      return await job()
    } catch (err) {
      await this.tell().catch(() => {})
      throw err
    }
  }

  async tell (): Promise<void> {
    const last = this.#last
    this.#last = undefined

    if (last != null) {
      await this.#report(last.value)
    }
  }
}
