import type { CopyFiles } from './copy-files.ts'
import { decodeRecord, encodeRecord } from './copy-record.ts'
import type { CopiedRow } from './copy-record.ts'
import { ifAnswered } from '../../async/if-answered.ts'

/** As many changes are read one after the other in well under a second. */
const CHANGES_MAX = 500

/** … and as many bytes of them, or as the base has, if that is more. */
const CHANGES_MAX_BYTES = 1024 * 1024

/** Files are numbered by the change that they reach to. */
interface Named { name: string, kind: 'base' | 'page' | 'change', number: number }

interface Waiting {
  number: number
  rows: CopiedRow[]
  resolve: () => void
  reject: (err: unknown) => void
}

/**
 * A copy of rows that lie elsewhere: a base, all of them as of one change, and a file for the changes since. Changes that come while a
 * file is being written go together into the next one. A file that is not whole counts as not there.
 *
 * Files: `page/NUMBER/PAGE` for the rows of a base, `base/NUMBER` when it is complete, and `change/NUMBER`.
 */
export class KeptCopy {
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

  static async open (files: CopyFiles): Promise<KeptCopy> {
    const named = parse(await files.names())
    const base = newest(named, 'base')
    const changes = named.filter(({ kind, number }) => kind === 'change' && number > (base ?? 0))
    return new KeptCopy(files, base, Math.max(base ?? 0, newest(named, 'change') ?? 0), changes.length)
  }

  /** The last change that it knows of; undefined as long as it has no base. */
  get reaches (): { base: number, last: number } | undefined {
    return this.#base == null ? undefined : { base: this.#base, last: this.#last }
  }

  /** It would take long to read the changes: a new base is due. */
  get isOutgrown (): boolean {
    return this.#changes > CHANGES_MAX || this.#changesBytes > Math.max(CHANGES_MAX_BYTES, this.#baseBytes)
  }

  /** Takes a change in. The calls are in the order of the changes. @throws when it could not be written */
  async append (number: number, rows: CopiedRow[]): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ number, rows, resolve, reject })
      void this.#write()
    })
  }

  /**
   * Makes a new base, and then drops what was before.
   *
   * @param number - the last change that was begun; none of it may be under way any more when the pages are read
   * @param pages - all rows, as of then or later: what changes meanwhile is in the changes too
   */
  async replace (number: number, pages: AsyncIterable<CopiedRow[]>): Promise<void> {
    let bytes = 0
    let count = 0

    for await (const rows of pages) {
      const page = await encodeRecord(rows)
      bytes += page.byteLength
      await this.#files.write(`page/${number}/${count++}`, page)
    }

    await this.#files.write(`base/${number}`, await encodeRecord([{ key: 'pages', value: new TextEncoder().encode(String(count)) }]))
    this.#base = number
    this.#last = Math.max(this.#last, number)
    this.#baseBytes = bytes
    this.#changes = 0
    this.#changesBytes = 0

    for (const old of parse(await this.#files.names())) {
      if (old.kind === 'change' ? old.number <= number : old.number < number) {
        await this.#files.remove(old.name)
      }
    }
  }

  /**
   * What the copy has, a file at a time: whoever applies the rows in this order is where the copy is. Where there is no leave to look
   * (a private window of some browsers) that is nothing.
   *
   * @param after - the last change that is there already: what is older is left out. Without it all rows, also of a copy that
   * never was complete.
   */
  static async * files (files: CopyFiles, after?: number): AsyncGenerator<{ number: number, rows: CopiedRow[] }> {
    const named = parse(await files.names().catch((err: unknown) => ifAnswered(err, [])))
    const base = newest(named, 'base') ?? (after == null ? newest(named, 'page') : undefined) ?? 0
    // a base has a number of its own, behind the number of the last change in it
    const pages = after != null && base <= after + 1 ? [] : named.filter(({ kind, number }) => kind === 'page' && number === base)
    const changes = named.filter(({ kind, number }) => kind === 'change' && number > Math.max(base, after ?? 0)).sort((a, b) => a.number - b.number)

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
        taken.forEach(({ resolve }) => { resolve() })
      } catch (err) {
        taken.forEach(({ reject }) => { reject(err) })
      }
    }

    this.#writing = false
  }
}

function parse (names: readonly string[]): Named[] {
  return names.flatMap((name) => {
    const [kind, number] = name.split('/')
    return kind === 'base' || kind === 'page' || kind === 'change' ? [{ name, kind, number: Number(number) }] : []
  })
}

function newest (named: readonly Named[], wanted: Named['kind']): number | undefined {
  return named.reduce<number | undefined>((last, { kind, number }) => kind === wanted ? Math.max(last ?? 0, number) : last, undefined)
}
