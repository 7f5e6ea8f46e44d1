import type { BlockNotes, Note } from '../../blockstore.ts'
import type { Database } from '../../database/database.ts'
import { recordKey, result, results } from '../../database/database.ts'
import { META, NOTED, NOTES } from '../schema/schema.ts'
import type { Noted } from '../schema/schema.ts'

/** Numbers in all notes together, with `NOTE_WEIGHT` for each: some 3 bytes each on the disk. Those of a million entries of directories have room, in two orders. */
const MAX_WEIGHT = 5_000_000

/** What a note weighs besides its numbers: its key and what the database needs. */
const NOTE_WEIGHT = 32

export interface NotesHost {
  /** runs a write transaction behind all that was put before */
  after: <T>(job: () => Promise<T>) => Promise<T>
  /** something was written that is not on the disk before the next barrier */
  onLoose: () => void
}

/**
 * Notes in the database of the blocks, where a removal takes their sign (`NOTED`) along in its transaction, without room too. A note is
 * written behind the blocks that it is about, so that what tears the end off the database's log takes the note first.
 */
export class PackedNotes implements BlockNotes {
  readonly #database: Database
  readonly #host: NotesHost
  /** how often blocks went that could be read and were not written yet */
  #withdrawals = 0

  constructor (database: Database, host: NotesHost) {
    this.#database = database
    this.#host = host
  }

  /** Blocks that could be read are not going to be written. */
  withdrawn (): void {
    this.#withdrawals++
  }

  async read (keys: readonly Uint8Array[]): Promise<{ notes: Array<Note | undefined>, epoch: string | undefined }> {
    const before = this.#withdrawals

    try {
      const tx = this.#database.read([NOTES, META])
      const rows = tx.objectStore(NOTES)
      const [noted, notes] = await Promise.all([result<Noted | undefined>(tx.objectStore(META).get(NOTED)), results<Note | undefined>(keys.map((key) => rows.get(recordKey(key))))])
      const epoch = noted?.epoch ?? await this.#begin()
      return { notes: noted == null ? keys.map(() => undefined) : notes, epoch: `${before}/${epoch}` }
    } catch {
      return { notes: keys.map(() => undefined), epoch: undefined }
    }
  }

  write (notes: ReadonlyArray<readonly [key: Uint8Array, note: Note]>, epoch: string): void {
    if (notes.length > 0) {
      this.#host.after(() => this.#write(notes, epoch)).catch(() => {}) // there is no room, or the database is gone
    }
  }

  async #write (notes: ReadonlyArray<readonly [key: Uint8Array, note: Note]>, epoch: string): Promise<void> {
    this.#host.onLoose()

    await this.#database.write('notes', [NOTES, META], 'relaxed', async (tx) => {
      const [rows, meta] = [tx.objectStore(NOTES), tx.objectStore(META)]
      const noted = await result<Noted | undefined>(meta.get(NOTED))

      if (noted == null || `${this.#withdrawals}/${noted.epoch}` !== epoch) {
        return // a block has gone meanwhile, which may be one that they are about
      }

      const weight = notes.reduce((sum, [, note]) => sum + NOTE_WEIGHT + note.length, 0)
      const isFull = noted.weight + weight > MAX_WEIGHT

      if (isFull) {
        rows.clear()
      }

      notes.forEach(([key, note]) => { rows.put(note, recordKey(key)) })
      meta.put({ epoch: noted.epoch, weight: (isFull ? 0 : noted.weight) + weight } satisfies Noted, NOTED)
    })
  }

  /** Those of before are forgotten now. @returns the epoch of those that come */
  async #begin (): Promise<string> {
    this.#host.onLoose()

    return await this.#database.write('notes', [NOTES, META], 'relaxed', async (tx) => {
      const meta = tx.objectStore(META)
      const noted = await result<Noted | undefined>(meta.get(NOTED)) ?? { epoch: crypto.randomUUID(), weight: 0 }

      if (noted.weight === 0) {
        tx.objectStore(NOTES).clear()
        meta.put(noted, NOTED)
      }

      return noted.epoch
    })
  }
}
