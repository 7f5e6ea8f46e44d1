import type { Datastore } from 'interface-datastore'
import type { Remake } from './job-options.ts'
import { listJobRows } from './job-row.ts'
import type { JobRow } from './job-row.ts'
import { jobIdentity } from './job-spec.ts'
import type { WorkIdentity } from './job-spec.ts'

/** Limits memory in a node that never starts its services, and therefore never reads its rows. */
const MAX_DONE = 1000

/**
 * Jobs of earlier runs that were not loaded yet. A node loads their rows when its services start, which may be long
 * after its first request.
 */
export class EarlierJobs {
  readonly #datastore: Datastore
  readonly #remake: Remake
  /** ids of rows that were requested again before the rows were read */
  readonly #adopted = new Set<string>()
  /** identities of work that was done before the rows were read; rows with the same identity are out of date */
  #done: Set<string> | undefined = new Set()

  constructor ({ datastore, remake }: { datastore: Datastore; remake: Remake }) {
    this.#datastore = datastore
    this.#remake = remake
  }

  /** Returns the rows of earlier runs; none once they were read. */
  async rows (): Promise<JobRow[]> {
    return this.#done == null ? [] : await listJobRows(this.#datastore)
  }

  /** Whether a row is the same work as a job. */
  isSame ({ kind, args }: JobRow, spec: WorkIdentity): boolean {
    const again = kind === spec.kind ? this.#remake(kind, args) : undefined
    return typeof again === 'object' && jobIdentity(again) === jobIdentity(spec)
  }

  /** Records that a row belongs to a job of this run. */
  adopt (id: string): void {
    this.#adopted.add(id)
  }

  isAdopted (id: string): boolean {
    return this.#adopted.has(id)
  }

  /** Records that work is done, so that its row of an earlier run is out of date. */
  markDone (key: string): void {
    if (this.#done != null && this.#done.size < MAX_DONE) {
      this.#done.add(key)
    }
  }

  isDone (key: string): boolean {
    return this.#done?.has(key) === true
  }

  /** Forgets the adopted rows, after a reading of all rows. */
  clearAdopted (): void {
    this.#adopted.clear()
  }

  /** Called after the first reading of the rows. */
  end (): void {
    this.#done = undefined
  }
}
