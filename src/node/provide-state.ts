import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../async/if-found.ts'

const STATE_KEY = new Key('/provider/round')

/** What rounds of announcing have come to. */
export interface ProvideState {
  /** rounds that ended */
  rounds: number
  /** keys of all of them */
  total: number
  /** of the last one: keys, how long it took, when it ended (milliseconds since 1970; 0 for never) */
  lastKeys: number
  lastMs: number
  endedMs: number
  /** how long all of them took */
  sumMs: number
  /** the round that is under way: when it began, and how many keys it has done; it goes on there after the end of a worker */
  under?: { startedMs: number, done: number }
  /** something came, and nobody was there to be told: a round is due as soon as somebody is */
  missed?: true
  /** how many keys these were, as far as that is known */
  missedKeys?: number
  /** when a round was cancelled since: the next one is due as if it had ended then */
  cancelledMs?: number
}

const NEVER: ProvideState = { rounds: 0, total: 0, lastKeys: 0, lastMs: 0, endedMs: 0, sumMs: 0 }

/** A row of the datastore; one that cannot be read counts as none. */
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
