import type { Env, ObjectState } from '../engine/edge-types.ts'
import { addToHour } from './client-hour.ts'
import type { ClientSlot } from './client-hour.ts'
import { addCounts, newCounts } from './counts.ts'
import type { EdgeCounts } from './counts.ts'

/** Time after which new figures are stored. A crash loses those of this time. */
const SAVE_MS = 30_000

/** The figures of all front workers. */
export interface MetricsTotals {
  sinceMs: number
  counts: EdgeCounts
  hour: ClientSlot[]
}

/**
 * Sums up the figures of all front workers, in an object of its own: the node is not woken for them. A worker sends its
 * figures every some seconds.
 */
export class MetricsObject {
  readonly #state: ObjectState
  #totals: MetricsTotals | undefined

  constructor (state: ObjectState, _: Env) {
    this.#state = state
  }

  /** Adds the figures in the body of a POST. Answers with the totals. */
  async fetch (request: Request): Promise<Response> {
    const totals = this.#totals ??= this.#load()

    if (request.method === 'POST') {
      const counts = await request.json() as EdgeCounts
      addCounts(totals.counts, counts)
      totals.hour = addToHour(totals.hour, counts, Date.now())

      if (await this.#state.storage.getAlarm() == null) {
        await this.#state.storage.setAlarm(Date.now() + SAVE_MS)
      }
    }

    return Response.json(totals)
  }

  /** Stores the totals. */
  alarm (): void {
    if (this.#totals != null) {
      this.#state.storage.sql.exec(
        'INSERT OR REPLACE INTO totals (id, json) VALUES (1, ?)',
        JSON.stringify(this.#totals)
      )
    }
  }

  #load (): MetricsTotals {
    const { sql } = this.#state.storage
    sql.exec('CREATE TABLE IF NOT EXISTS totals (id INTEGER PRIMARY KEY, json TEXT NOT NULL)')
    const [row] = sql.exec('SELECT json FROM totals').toArray()
    return row == null
      ? { sinceMs: Date.now(), counts: newCounts(), hour: [] }
      : JSON.parse(row.json as string) as MetricsTotals
  }
}
