import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import type { Service } from '../services/services.ts'

/** Data that the browser lost, and its recovery. */
export interface Repair {
  /** time of detection, in the format of `Date.toISOString` */
  at: string
  /**
   * - `data-restored`: identity, settings, names and pins were restored from their copies
   * - `blocks-lost`: the blocks are gone
   * - `files-older`: the MFS root is gone, and an earlier one replaced it
   * - `files-lost`: there was no earlier one, MFS is empty
   */
  what: 'data-restored' | 'blocks-lost' | 'files-older' | 'files-lost'
  /** number of pins afterwards */
  pins: number
  /** the MFS root that was lost */
  lost?: string
}

/** Data that the browser lost, and the incomplete pins found so far. */
export interface RepairReport {
  repairs: Repair[]
  /** some of the incomplete pins */
  incomplete: Array<{ cid: string; name: string }>
  incompleteCount: number
  isSearching: boolean
}

/** Reports which data of the node the browser lost, and which pins are incomplete since then. */
export interface RepairReporter extends Service {
  /** Returns the findings so far. The first call starts a search for incomplete pins if data was lost. */
  read: () => Promise<RepairReport>
  /** Acknowledges the repairs, which are not reported again, and ends the search. */
  forget: () => Promise<void>
}

export const REPAIRS_KEY = new Key('/local/repairs')

/** Stores the repairs of a repo in it, until the user acknowledges them. */
export class Repairs {
  readonly #data: Datastore

  constructor (data: Datastore) {
    this.#data = data
  }

  async list (): Promise<Repair[]> {
    const row = await ifFound(() => this.#data.get(REPAIRS_KEY))
    return row == null ? [] : JSON.parse(new TextDecoder().decode(row)) as Repair[]
  }

  async add (repair: Repair): Promise<void> {
    await this.#data.put(REPAIRS_KEY, encodeRepairs([...await this.list(), repair]))
  }

  /** Deletes the repairs, after the user has acknowledged them. */
  async forget (): Promise<void> {
    await this.#data.delete(REPAIRS_KEY)
  }
}

export function encodeRepairs (repairs: Repair[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(repairs))
}
