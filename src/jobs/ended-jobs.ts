import type { Datastore } from 'interface-datastore'
import { encodeJobRow, jobKey } from './job-row.ts'
import type { JobRow } from './job-row.ts'

/** The maximum number of ended jobs that are listed until a person has seen them. */
const MAX_ENDED = 20

/**
 * Rows of jobs that ended without a waiting request, and of jobs that wait for a person. They are listed until a person
 * has seen them.
 */
export class EndedJobs {
  readonly #datastore: Datastore
  readonly #rows = new Map<string, JobRow>()

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  get (id: string): JobRow | undefined {
    return this.#rows.get(id)
  }

  list (): JobRow[] {
    return [...this.#rows.values()]
  }

  /** Lists a row that is stored already. */
  add (row: JobRow): void {
    this.#rows.set(row.id, row)
  }

  /** Stops listing a row because the job runs again. The row stays stored. */
  remove (id: string): boolean {
    return this.#rows.delete(id)
  }

  /**
   * Deletes a row from the list and from the datastore.
   *
   * @returns false if there is none
   */
  async delete (id: string): Promise<boolean> {
    const isThere = this.#rows.delete(id)

    if (isThere) {
      await this.#datastore.delete(jobKey(id))
    }

    return isThere
  }

  /** Lists and stores a job that failed without being run. */
  async addFailed (row: JobRow, message: string): Promise<void> {
    const failed: JobRow = { ...row, state: 'failed', message }
    this.#rows.set(row.id, failed)
    await this.#datastore.put(jobKey(row.id), encodeJobRow(failed))
  }

  /** Deletes the oldest rows above `MAX_ENDED`, except those of waiting jobs. */
  async evict (): Promise<void> {
    const ended = this.list().filter(({ state }) => state !== 'waiting')

    for (const { id } of ended.slice(0, -MAX_ENDED)) {
      try {
        await this.delete(id)
      } catch {} // deleted the next time
    }
  }
}
