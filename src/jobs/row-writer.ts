import type { Batch, Datastore } from 'interface-datastore'
import { encodeJobRow, jobKey } from './job-row.ts'
import type { JobRow } from './job-row.ts'

/**
 * The row of one job, with serialized writes. Write errors do not end the job: without a row, it only does not survive
 * the worker.
 */
export class RowWriter {
  readonly #data: Datastore
  readonly #id: string
  #last: Promise<void> = Promise.resolve()
  #isKept: boolean
  #isClosed = false

  /**
   * Creates the row.
   *
   * @param isKept - whether it exists already
   */
  constructor (data: Datastore, id: string, isKept: boolean) {
    this.#data = data
    this.#id = id
    this.#isKept = isKept
  }

  /** Whether the row exists or is being written. */
  get isKept (): boolean {
    return this.#isKept
  }

  /** Writes the row, with its state at the time of the write. Never rejects. */
  async save (row: () => JobRow): Promise<void> {
    if (this.#isClosed) {
      return
    }

    this.#isKept = true

    await this.#next(async () => {
      if (!this.#isClosed) {
        await this.#data.put(jobKey(this.#id), encodeJobRow(row()))
      }
    }).catch(() => {})
  }

  /**
   * Runs a write of other rows that deletes or updates this row in the same batch. No other write of this row runs
   * meanwhile.
   */
  async along (write: (addTo: (batch: Batch) => void) => Promise<void>, row: () => JobRow | undefined): Promise<void> {
    await this.#next(async () => {
      const changed = row()
      await write((batch) => {
        this.#change(batch, changed)
      })
      this.#isKept &&= changed != null
    })
  }

  /** Stops further writes, except for `end`. */
  close (): void {
    this.#isClosed = true
  }

  /** Deletes the row, or stores the outcome. Never rejects: a row that remains is checked at the next start. */
  async end (row?: JobRow): Promise<void> {
    this.close()

    if (!this.#isKept && row == null) {
      return
    }

    await this.#next(async () => {
      if (row != null) {
        await this.#data.put(jobKey(this.#id), encodeJobRow(row))
      } else {
        await this.#data.delete(jobKey(this.#id))
      }
    }).catch(() => {})
  }

  #change (batch: Batch, row: JobRow | undefined): void {
    if (!this.#isKept) {
      return
    }

    if (row != null) {
      batch.put(jobKey(this.#id), encodeJobRow(row))
    } else {
      batch.delete(jobKey(this.#id))
    }
  }

  #next (write: () => Promise<void>): Promise<void> {
    const next = this.#last.then(write)
    this.#last = next.catch(() => {})
    return next
  }
}
