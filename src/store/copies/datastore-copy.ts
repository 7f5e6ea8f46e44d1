/*
 * The format of the second copy: a write-ahead journal of the rows that define a node, in files of the Cache API
 * (docs/internals/torn-logs.md). `copied-datastore.ts` writes it; `replay-changes.ts` and `restore-copy.ts` read it.
 *
 * Files, each with a magic number and a SHA-256 checksum at its end (`copy-record.ts`):
 *
 * - `page/NUMBER/PAGE`: rows of a base, about 256 KiB each
 * - `base/NUMBER`: the number of pages; written last, so its existence says that the base is complete
 * - `change/NUMBER`: rows that were put or deleted; NUMBER is that of the last change in the file
 *
 * Invariants:
 *
 * - Numbers grow with each change. The transaction of a change stores its number in the datastore, in the row
 *   `LAST_CHANGE`; on a full disk the row may be out of date until the node is idle.
 * - Base and later changes, applied in order, reproduce the rows. Applying a change twice does no harm.
 * - A change is acknowledged when datastore and copy have it, or when the copy failed and is marked as stale.
 * - Older files are deleted only after a new base is complete.
 *
 * Recovery: an incomplete or corrupt file counts as missing. If the datastore is empty, all rows of the copy are
 * restored, the witness row last. After an unclean end, changes above `LAST_CHANGE` are replayed. If the numbers of
 * copy and datastore still differ, the copy is rebuilt as a new base.
 */
import { fallbackUnlessTimeout } from '../../async/promises/answer-timeout.ts'
import { decodeRecord, encodeRecord } from './copy-record.ts'
import type { CopiedRow } from './copy-record.ts'

/** Small named files that are written as a whole. */
export interface CopyFiles {
  names: () => Promise<string[]>
  /** Returns undefined if the file is missing or cannot be read. Rejects if the browser does not answer. */
  read: (name: string) => Promise<Uint8Array | undefined>
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  remove: (name: string) => Promise<void>
}

/** The maximum number of changes: reading this many one by one takes well under a second. */
const CHANGES_MAX = 500

/** The maximum bytes of changes. Changes may also grow to the size of the base, if that is larger. */
const CHANGES_MAX_BYTES = 1024 * 1024

/** A parsed file name. The number of a file is that of the last change it contains. */
interface Named {
  name: string
  kind: 'base' | 'page' | 'change'
  number: number
}

interface Waiting {
  number: number
  rows: CopiedRow[]
  resolve: () => void
  reject: (err: unknown) => void
}

/**
 * A copy of rows in files: a base, which contains all rows as of one change, and one file for each later change.
 * Changes that arrive during a write share the next file. Incomplete files count as missing.
 */
export class DatastoreCopy {
  readonly #files: CopyFiles
  #base: number | undefined
  #baseBytes = 0
  #changes = 0
  #changesBytes = 0
  #last: number
  #queue: Waiting[] = []
  #writing = false

  private constructor (files: CopyFiles, base: number | undefined, last: number, changes: number) {
    this.#files = files
    this.#base = base
    this.#last = last
    this.#changes = changes
  }

  static async open (files: CopyFiles): Promise<DatastoreCopy> {
    const named = parseFileNames(await files.names())
    const base = newestNumber(named, 'base')
    const changes = named.filter(({ kind, number }) => kind === 'change' && number > (base ?? 0))
    return new DatastoreCopy(files, base, Math.max(base ?? 0, newestNumber(named, 'change') ?? 0), changes.length)
  }

  /** The numbers of the base and of the last known change; undefined as long as there is no base. */
  get reaches (): { base: number; last: number } | undefined {
    return this.#base == null ? undefined : { base: this.#base, last: this.#last }
  }

  /** Whether there are so many changes that a new base is due. */
  get isOutgrown (): boolean {
    return this.#changes > CHANGES_MAX || this.#changesBytes > Math.max(CHANGES_MAX_BYTES, this.#baseBytes)
  }

  /**
   * Appends a change. Calls are in the order of the changes.
   *
   * @throws if the change could not be written
   */
  async append (number: number, rows: CopiedRow[]): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ number, rows, resolve, reject })
      void this.#write()
    })
  }

  /**
   * Writes a new base, then deletes all older files.
   *
   * @param number - the last change that was begun; it must have ended before the pages are read
   * @param pages - all rows, as of that change or later; later changes are also in the change files
   */
  async replace (number: number, pages: AsyncIterable<CopiedRow[]>): Promise<void> {
    let bytes = 0
    let count = 0

    for await (const rows of pages) {
      const page = await encodeRecord(rows)
      bytes += page.byteLength
      await this.#files.write(`page/${number}/${count++}`, page)
    }

    await this.#files.write(
      `base/${number}`,
      await encodeRecord([{ key: 'pages', value: new TextEncoder().encode(String(count)) }])
    )
    this.#base = number
    this.#last = Math.max(this.#last, number)
    this.#baseBytes = bytes
    this.#changes = 0
    this.#changesBytes = 0

    for (const old of parseFileNames(await this.#files.names())) {
      if (old.kind === 'change' ? old.number <= number : old.number < number) {
        await this.#files.remove(old.name)
      }
    }
  }

  /**
   * Yields the contents of the copy, one file at a time. Applying the rows in this order reproduces the copy. Yields
   * nothing if the browser denies access (private windows of some browsers).
   *
   * @param after - the last change that the datastore already has: older files are skipped. If left out, yields all
   *   rows, even of a base that was never completed
   */
  static async *files (files: CopyFiles, after?: number): AsyncGenerator<{ number: number; rows: CopiedRow[] }> {
    const named = parseFileNames(await files.names().catch((err: unknown) => fallbackUnlessTimeout(err, [])))
    const base = newestNumber(named, 'base') ?? (after == null ? newestNumber(named, 'page') : undefined) ?? 0
    // A base has a number of its own, one above the last change in it.
    const pages = after != null && base <= after + 1
      ? []
      : named.filter(({ kind, number }) => kind === 'page' && number === base)
    const changes = named.filter(({ kind, number }) => kind === 'change' && number > Math.max(base, after ?? 0)).sort((
      a,
      b
    ) => a.number - b.number)

    for (const { name, number } of [...pages, ...changes]) {
      const file = await files.read(name)
      const rows = file == null ? undefined : await decodeRecord(file)

      if (rows != null) {
        yield { number, rows }
      }
    }
  }

  async #write (): Promise<void> {
    if (this.#writing) {
      return
    }

    this.#writing = true

    while (this.#queue.length > 0) {
      const taken = this.#queue
      this.#queue = []
      const number = taken[taken.length - 1].number

      try {
        const record = await encodeRecord(taken.flatMap(({ rows }) => rows))
        await this.#files.write(`change/${number}`, record)
        this.#last = number
        this.#changes++
        this.#changesBytes += record.byteLength
        taken.forEach(({ resolve }) => {
          resolve()
        })
      } catch (err) {
        taken.forEach(({ reject }) => {
          reject(err)
        })
      }
    }

    this.#writing = false
  }
}

function parseFileNames (names: readonly string[]): Named[] {
  return names.flatMap((name) => {
    const [kind, number] = name.split('/')
    return kind === 'base' || kind === 'page' || kind === 'change' ? [{ name, kind, number: Number(number) }] : []
  })
}

function newestNumber (named: readonly Named[], wanted: Named['kind']): number | undefined {
  return named.reduce<number | undefined>(
    (last, { kind, number }) => kind === wanted ? Math.max(last ?? 0, number) : last,
    undefined
  )
}
