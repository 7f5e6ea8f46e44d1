import type { Note, NoteStore } from '../../blockstore/capabilities.ts'
import type { Database } from '../../database/database.ts'
import { recordKey, requestResult, requestResults } from '../../database/database.ts'
import { META, NOTED, NOTES } from '../schema/schema.ts'
import type { Noted } from '../schema/schema.ts'

/**
 * Limit of the numbers in all notes, plus `NOTE_WEIGHT` each: about 3 bytes each on disk. Enough for a million
 * directory entries, in two orders.
 */
const MAX_WEIGHT = 5_000_000

/** Weight of a note in addition to its numbers: its key and the database's overhead. */
const NOTE_WEIGHT = 32

export interface NotesHost {
  /** runs a write transaction after all earlier puts */
  after: <T>(job: () => Promise<T>) => Promise<T>
  /** called when something was written that is on disk only after the next barrier */
  onUnsynced: () => void
}

/**
 * Stores notes in the database of the blocks. The transaction of a removal deletes their epoch (`NOTED`), which needs
 * no room. Notes are written after the blocks that they describe, so a torn log loses the note first.
 */
export class PackedNotes implements NoteStore {
  readonly #database: Database
  readonly #host: NotesHost
  /** how often pending blocks were withdrawn after they could be read */
  #withdrawals = 0

  constructor (database: Database, host: NotesHost) {
    this.#database = database
    this.#host = host
  }

  /** Reports that blocks that could be read will not be written. */
  withdrawn (): void {
    this.#withdrawals++
  }

  async read (keys: readonly Uint8Array[]): Promise<{ notes: Array<Note | undefined>; epoch: string | undefined }> {
    const before = this.#withdrawals

    try {
      const tx = this.#database.read([NOTES, META])
      const rows = tx.objectStore(NOTES)
      const [noted, notes] = await Promise.all([
        requestResult<Noted | undefined>(tx.objectStore(META).get(NOTED)),
        requestResults<Note | undefined>(keys.map((key) => rows.get(recordKey(key))))
      ])
      const epoch = noted?.epoch ?? await this.#begin()
      return { notes: noted == null ? keys.map(() => undefined) : notes, epoch: `${before}/${epoch}` }
    } catch {
      return { notes: keys.map(() => undefined), epoch: undefined }
    }
  }

  write (notes: ReadonlyArray<readonly [key: Uint8Array, note: Note]>, epoch: string): void {
    if (notes.length > 0) {
      this.#host.after(() => this.#write(notes, epoch)).catch(() => {}) // no room, or the database is gone
    }
  }

  async #write (notes: ReadonlyArray<readonly [key: Uint8Array, note: Note]>, epoch: string): Promise<void> {
    this.#host.onUnsynced()

    await this.#database.write('notes', [NOTES, META], 'relaxed', async (tx) => {
      const [rows, meta] = [tx.objectStore(NOTES), tx.objectStore(META)]
      const noted = await requestResult<Noted | undefined>(meta.get(NOTED))

      if (noted == null || `${this.#withdrawals}/${noted.epoch}` !== epoch) {
        return // A block was removed meanwhile, which the notes may describe.
      }

      const weight = notes.reduce((sum, [, note]) => sum + NOTE_WEIGHT + note.length, 0)
      const isFull = noted.weight + weight > MAX_WEIGHT

      if (isFull) {
        rows.clear()
      }

      notes.forEach(([key, note]) => {
        rows.put(note, recordKey(key))
      })
      meta.put({ epoch: noted.epoch, weight: (isFull ? 0 : noted.weight) + weight } satisfies Noted, NOTED)
    })
  }

  /**
   * Forgets earlier notes and starts an epoch.
   *
   * @returns the new epoch
   */
  async #begin (): Promise<string> {
    this.#host.onUnsynced()

    return await this.#database.write('notes', [NOTES, META], 'relaxed', async (tx) => {
      const meta = tx.objectStore(META)
      const noted = await requestResult<Noted | undefined>(meta.get(NOTED)) ?? { epoch: crypto.randomUUID(), weight: 0 }

      if (noted.weight === 0) {
        tx.objectStore(NOTES).clear()
        meta.put(noted, NOTED)
      }

      return noted.epoch
    })
  }
}
