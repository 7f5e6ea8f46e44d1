import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'

const STATE_KEY = new Key('/provider/round')

/** Statistics and progress of announcement rounds. */
export interface ProvideState {
  /** completed rounds */
  rounds: number
  /** keys of all completed rounds */
  total: number
  /** keys, duration and end of the last round (milliseconds since 1970; 0 for never) */
  lastKeys: number
  lastMs: number
  endedMs: number
  /** total duration of all rounds */
  sumMs: number
  /**
   * the round in progress: its start, and the number of announced keys; it resumes there after a restart of the worker
   */
  under?: { startedMs: number; done: number }
  /** set if keys were stored without any target: a round is due as soon as there is one */
  missed?: true
  /** number of these keys, if known */
  missedKeys?: number
  /** time of a cancellation since the last round: the next round is due as if it had ended then */
  cancelledMs?: number
}

const NEVER: ProvideState = { rounds: 0, total: 0, lastKeys: 0, lastMs: 0, endedMs: 0, sumMs: 0 }

/** Stores the state in a row of the datastore; an unreadable row counts as missing. */
export class ProvideStates {
  readonly #datastore: Datastore

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  async read (): Promise<ProvideState> {
    const row = await ifFound(async () => await this.#datastore.get(STATE_KEY))

    try {
      return row == null ? NEVER : { ...NEVER, ...JSON.parse(new TextDecoder().decode(row)) as ProvideState }
    } catch {
      return NEVER
    }
  }

  async write (state: ProvideState): Promise<void> {
    await this.#datastore.put(STATE_KEY, new TextEncoder().encode(JSON.stringify(state)))
  }
}
