import type { Batch, Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import type { CommitRecord } from './blockstore.ts'

const COMMITTED = '/block-store/committed'

export interface PreparedCommit {
  record: CommitRecord
  /** To be called when a batch with the record is written. */
  written: () => void
}

/**
 * Records which prepared write sessions are committed (two-phase commit, presumed abort). One datastore row per
 * session, in the same batch as the rows that belong to its blocks.
 *
 * Blocks and datastore are two databases without a common transaction, so this row decides. When the blockstore opens,
 * a prepared session with a row is committed; a prepared session without a row is rolled back.
 *
 * A row is needed as long as the blockstore may show its session as prepared. The batch of a later session deletes it,
 * so it costs no write of its own, and opening a repo writes nothing.
 */
export class CommitLog {
  readonly #datastore: Datastore
  readonly #finalized = new Set<string>()

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  /**
   * Returns a globally unique name for a session. A counter would not do: either database can be lost, or restored from
   * a backup, without the other.
   */
  newName (): string {
    return crypto.randomUUID()
  }

  /** Returns the names of all committed sessions with rows that were not deleted yet. */
  async names (): Promise<Set<string>> {
    const names = new Set<string>()

    for await (const key of this.#datastore.queryKeys({ prefix: `${COMMITTED}/` })) {
      names.add(key.baseNamespace())
    }

    return names
  }

  /** Notes that the blockstore has deleted its record of a session, maybe not durably yet. */
  finalized (name: string): void {
    this.#finalized.add(name)
  }

  /**
   * Returns the rows that the next batch may delete, once the blockstore has passed a strict barrier that begins after
   * this call.
   */
  clearable (): string[] {
    return [...this.#finalized]
  }

  /**
   * Returns the commit of a prepared session.
   *
   * @param name - its name in the blockstore; undefined if nothing of it would have to be rolled back
   * @param gone - the result of `clearable` before the barrier that prepared it
   */
  prepared (name: string | undefined, gone: readonly string[]): PreparedCommit {
    return {
      record: {
        addTo: (batch) => {
          this.clear(batch, gone)

          if (name != null) {
            batch.put(commitKey(name), new Uint8Array(0))
          }
        },
        stands: async () => name != null && await this.#datastore.has(commitKey(name))
      },
      written: () => {
        gone.forEach((name) => {
          this.#finalized.delete(name)
        })
      }
    }
  }

  /** Deletes rows in a batch. */
  clear (batch: Batch, names: Iterable<string>): void {
    for (const name of names) {
      batch.delete(commitKey(name))
    }
  }
}

function commitKey (name: string): Key {
  return new Key(`${COMMITTED}/${name}`, false)
}
