import type { Batch, Datastore } from 'interface-datastore'
import { encodeJobRow, jobKey } from './job-row.ts'
import type { JobRow } from './job-row.ts'

/**
 * The row of one job, changed by one write after the other. A disk that is full, or gone, does not end the job: it is as one without a
 * row then, and dies with the worker.
 */
export class KeptRow {
  readonly #data: Datastore
  readonly #id: string
  #last: Promise<void> = Promise.resolve()
  #isKept: boolean
  #isClosed = false

  /** @param isKept - the row is there */
  constructor (data: Datastore, id: string, isKept: boolean) {
    this.#data = data
    this.#id = id
    this.#isKept = isKept
  }

  /** Whether there is a row, or one is being written. */
  get isKept (): boolean {
    return this.#isKept
  }

  /** Writes it, as it is when its turn comes. Never rejects. */
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

  /** A write of somebody else with which the row goes, or changes; no other write of the row happens meanwhile. */
  async along (write: (addTo: (batch: Batch) => void) => Promise<void>, row: () => JobRow | undefined): Promise<void> {
    await this.#next(async () => {
      const changed = row()
      await write((batch) => { this.#change(batch, changed) })
      this.#isKept &&= changed != null
    })
  }

  /** The row is not written any more from now on, but for its end. */
  close (): void {
    this.#isClosed = true
  }

  /** The end: the row goes, or says how it was. Never rejects; a row that stays is looked at again at the next start. */
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
