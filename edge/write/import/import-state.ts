import type { CID } from 'multiformats/cid'
import type { Sql } from '../../../src/store/sql/sql.ts'
import type { FileLink } from '../../../src/unixfs/import/layout/file-nodes.ts'
import { fromWireText, toWireText } from '../frames.ts'

/** Progress of an import, which survives an eviction. */
export interface ImportState {
  name: string
  /** identifies the import among those of the same name; owner of its segments */
  owner: string
  /** command that the import is; an import of an earlier version has none, and is of a CAR */
  command?: ImportCommand
  /** options of the command, as a query */
  query: string
  /** settings of `add`, as text (`toWireText`); none for a CAR */
  settings?: string
  /** name of the file that `add` reports */
  fileName?: string
  /** `linking`: the nodes above the leaves of a file are made. In the last three, nothing but cleaning is left */
  phase: 'reading' | 'linking' | 'adopting' | 'done' | 'failed' | 'cancelled'
  /** whether the object came by an upload in parts, so that it is deleted after the import */
  isOwned?: boolean
  /** whether an ended import has left nothing but its state */
  isClean?: boolean
  /** time at which the object of a failed import is deleted, if it is owned */
  untilMs?: number
  /** version of the object; it must not change meanwhile */
  etag: string
  /** place of the CARv1, or of the file, in the object */
  start: number
  end: number
  /** bytes of it that are imported */
  position: number
  /** number of finished steps */
  steps: number
  /** attempts without progress */
  failures: number
  roots: string[]
  blocks: number
  bytes: number
  /** lines of the answer of the command, or the error */
  result: string
}

/** Commands that read an object of the bucket. */
export type ImportCommand = 'dag/import' | 'add'

/** A recorded message to the node. */
export interface RecordedFrame {
  message: string
  bytes: Uint8Array
}

/** Messages of a query. */
const PAGE_ROWS = 16

/** Leaves of a row. */
const ROW_LEAVES = 512

/** The rows of an import. */
export class ImportRows {
  readonly #sql: Sql

  constructor (sql: Sql) {
    this.#sql = sql
    sql.all('CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY, text TEXT NOT NULL, header BLOB)')
    sql.all(
      'CREATE TABLE IF NOT EXISTS frames (n INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL, ' +
        'message TEXT NOT NULL, bytes BLOB NOT NULL)'
    )
    sql.all(
      'CREATE TABLE IF NOT EXISTS leaves (n INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL, ' +
        'links TEXT NOT NULL)'
    )
  }

  read (): ImportState | undefined {
    const [row] = this.#sql.all<{ text: string }>('SELECT text FROM state')
    return row == null ? undefined : JSON.parse(row.text) as ImportState
  }

  write (state: ImportState): void {
    this.#sql.all(
      'INSERT INTO state (one, text) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET text = excluded.text',
      JSON.stringify(state)
    )
  }

  /** Begins an import, in place of the one before. */
  begin (state: ImportState): void {
    this.#sql.transaction(() => {
      this.drop()
      this.write(state)
    })
  }

  /** Forgets the import. */
  drop (): void {
    this.dropAfter(0)
    this.#sql.all('DELETE FROM state')
  }

  /** The header of the CARv1, with its length. */
  get header (): Uint8Array {
    const [row] = this.#sql.all<{ header: ArrayBuffer | null }>('SELECT header FROM state')
    return new Uint8Array(row?.header ?? new ArrayBuffer(0))
  }

  set header (bytes: Uint8Array) {
    this.#sql.all('UPDATE state SET header = ?', bytes)
  }

  addFrame (step: number, { message, bytes }: RecordedFrame): void {
    this.#sql.all('INSERT INTO frames (step, message, bytes) VALUES (?, ?, ?)', step, message, bytes)
  }

  /** Adds leaves of a file, in their order. */
  addLeaves (step: number, leaves: readonly FileLink[]): void {
    for (let at = 0; at < leaves.length; at += ROW_LEAVES) {
      const links = leaves.slice(at, at + ROW_LEAVES).map(({ cid, tsize, fileSize }) => [cid, tsize, fileSize])
      this.#sql.all('INSERT INTO leaves (step, links) VALUES (?, ?)', step, toWireText(links))
    }
  }

  /** Drops the messages and leaves of an interrupted step. */
  dropAfter (steps: number): void {
    this.#sql.all('DELETE FROM frames WHERE step >= ?', steps)
    this.#sql.all('DELETE FROM leaves WHERE step >= ?', steps)
  }

  /** Yields the leaves, a few at a time. */
  *leaves (): Generator<FileLink> {
    for (let after = 0;;) {
      const [row] = this.#sql.all<{ n: number; links: string }>(
        'SELECT n, links FROM leaves WHERE n > ? ORDER BY n LIMIT 1',
        after
      )

      if (row == null) {
        return
      }

      for (const [cid, tsize, fileSize] of fromWireText(row.links) as Array<[CID, number, number]>) {
        yield { cid, tsize, fileSize, hasLinks: false }
      }

      after = row.n
    }
  }

  /** Yields the messages, a few at a time. */
  *frames (): Generator<RecordedFrame> {
    for (let after = 0;;) {
      const rows = this.#sql.all<{ n: number; message: string; bytes: ArrayBuffer }>(
        `SELECT n, message, bytes FROM frames WHERE n > ? ORDER BY n LIMIT ${PAGE_ROWS}`,
        after
      )

      for (const { message, bytes } of rows) {
        yield { message, bytes: new Uint8Array(bytes) }
      }

      if (rows.length < PAGE_ROWS) {
        return
      }

      after = rows.at(-1)!.n
    }
  }
}
