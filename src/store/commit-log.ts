import type { Batch, Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import type { CommitRecord } from './blockstore.ts'

const COMMITTED = '/block-store/committed'

export interface PreparedCommit {
  record: CommitRecord
  /** to be called when a batch with the record is written */
  written: () => void
}

/**
 * Which prepared write sessions are committed: a row of the datastore each, written in one batch with what goes with their
 * blocks. Blocks and datastore are two databases without a common transaction, so this row decides: a prepared session that has
 * one is kept when the blockstore opens, one that has none is undone (two-phase commit, presumed abort).
 *
 * A row is needed as long as the blockstore may show its session as prepared. It is deleted with the batch of a later session:
 * it costs no write of its own, and opening a repo writes nothing for it.
 */
export class CommitLog {
  readonly #datastore: Datastore
  readonly #settled = new Set<string>()

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  /** A name for a session that no session had before or will have: the databases can be lost, or come from a backup, one by one. */
  newName (): string {
    return crypto.randomUUID()
  }

  /** The names of all sessions that are committed, as far as they have not been cleared away. */
  async names (): Promise<Set<string>> {
    const names = new Set<string>()

    for await (const key of this.#datastore.queryKeys({ prefix: `${COMMITTED}/` })) {
      names.add(key.baseNamespace())
    }

    return names
  }

  /** The blockstore has forgotten a session, if not durably yet. */
  settled (name: string): void {
    this.#settled.add(name)
  }

  /** The rows that may go with the next batch, as soon as the blockstore has had a strict barrier that begins after this call. */
  clearable (): string[] {
    return [...this.#settled]
  }

  /**
   * The commit of a prepared session.
   *
   * @param name - under which the blockstore has it; undefined when there is nothing of it to undo
   * @param gone - what was `clearable` before the barrier that prepared it
   */
  prepared (name: string | undefined, gone: readonly string[]): PreparedCommit {
    return {
      record: {
        addTo: (batch) => {
          this.clear(batch, gone)

          if (name != null) {
            batch.put(row(name), new Uint8Array(0))
          }
        },
        stands: async () => name != null && await this.#datastore.has(row(name))
      },
      written: () => { gone.forEach((name) => { this.#settled.delete(name) }) }
    }
  }

  /** Deletes rows in a batch. */
  clear (batch: Batch, names: Iterable<string>): void {
    for (const name of names) {
      batch.delete(row(name))
    }
  }
}

function row (name: string): Key {
  return new Key(`${COMMITTED}/${name}`, false)
}
