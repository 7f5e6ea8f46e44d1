import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../async/if-found.ts'

/** What the browser lost, and what became of it. */
export interface Repair {
  /** when it was found, as by `Date.toISOString` */
  at: string
  /**
   * `data-restored`: identity, settings, names and pins came back from their copies; `blocks-lost`: the blocks are gone;
   * `files-older`: the root of the mutable files is gone, an earlier one took its place; `files-lost`: there was none, they are empty
   */
  what: 'data-restored' | 'blocks-lost' | 'files-older' | 'files-lost'
  /** how many pins there are since */
  pins: number
  /** the root of the mutable files that is gone */
  lost?: string
}

export const REPAIRS_KEY = new Key('/local/repairs')

/** The repairs of a repo, kept in it until somebody has taken note. */
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

  /** Somebody has taken note. */
  async forget (): Promise<void> {
    await this.#data.delete(REPAIRS_KEY)
  }
}

export function encodeRepairs (repairs: Repair[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(repairs))
}
