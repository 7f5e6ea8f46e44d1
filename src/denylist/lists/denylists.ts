import { sha256 } from '@noble/hashes/sha2.js'
import type { Datastore } from 'interface-datastore'
import { base16 } from 'multiformats/bases/base16'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import type { Logger } from '../../log/logs.ts'
import type { ContentPolicy, PathToCheck } from '../content-policy.ts'
import { DenylistError } from '../format/denylist-error.ts'
import { readDenylist } from '../format/read-denylist.ts'
import { CombinedRules } from '../rules/combined-rules.ts'
import type { DecidingRule } from '../rules/combined-rules.ts'
import type { DenylistRules } from '../rules/denylist-rules.ts'
import { newRuleSeed } from '../rules/rule-key.ts'
import { rootCid } from '../rules/rule-subject.ts'
import type { ListIndex, ListRow, ListSource } from './list-row.ts'
import { ListRows } from './list-rows.ts'

const NAME = /^[\w][\w.-]{0,63}$/

/** Key of the lock: one list is changed at a time. */
const CHANGE = 'change'

/** A source that was opened, with a version other than the known one. */
export interface OpenedSource {
  /** version of the source; empty if unknown */
  tag: string
  chunks: AsyncIterable<Uint8Array>
  /**
   * Checks the SHA-256 digest of the list before it counts; without it none is computed.
   *
   * @param digest - in lower-case hexadecimal
   * @throws an Error for a list that must not be used
   */
  verify?: ((digest: string) => Promise<void>) | undefined
}

/**
 * Opens the source of a list.
 *
 * @param tag - the known version; empty if there is none
 * @returns undefined if the version is the known one
 */
export type OpenSource = (
  source: ListSource,
  options: { tag: string; signal: AbortSignal }
) => Promise<OpenedSource | undefined>

export interface ChangeListOptions {
  maxBytes: number
  signal: AbortSignal
}

export interface DenylistsInit {
  datastore: Datastore
  /** gets the rules of the lists */
  policy: ContentPolicy
  log?: Logger
  now?: () => number
}

/**
 * The denylists of a node: in memory, to decide on contents, and stored, to survive a restart. A change of a list
 * counts when it is stored completely. Until then, and if it fails, the list stays as it was.
 */
export class Denylists {
  readonly #init: DenylistsInit
  readonly #rows: ListRows
  readonly #mutex = new KeyedMutex()
  readonly #loaded = new Map<string, DenylistRules>()
  #index: ListIndex = { seed: newRuleSeed(), lists: [] }
  #combined = new CombinedRules([])

  constructor (init: DenylistsInit) {
    this.#init = init
    this.#rows = new ListRows(init.datastore)
  }

  /** Loads the stored lists. Called once, before anything else. */
  async load (): Promise<void> {
    const index = await this.#rows.readIndex()

    if (index == null) {
      return
    }

    for (const row of index.lists) {
      this.#loaded.set(row.name, await this.#rows.loadRules(row, index.seed))
    }

    this.#index = index
    this.#apply()
  }

  /** the lists in the order of their names, which is also their order of precedence: the last one decides first */
  get lists (): readonly ListRow[] {
    return this.#index.lists
  }

  /** Bytes of memory that the rules need. */
  get byteLength (): number {
    return [...this.#loaded.values()].reduce((sum, { table }) => sum + table.byteLength, 0)
  }

  /** Returns the list with a name; undefined if there is none. */
  find (name: string): ListRow | undefined {
    return this.lists.find((list) => list.name === name)
  }

  /**
   * Adds a list, or replaces the one with its name.
   *
   * @throws DenylistError; errors of the source and the datastore
   */
  async put (name: string, source: ListSource, opened: OpenedSource, options: ChangeListOptions): Promise<ListRow> {
    if (!NAME.test(name)) {
      throw new DenylistError('the name of a list has 1 to 64 letters, digits, dots, hyphens and underscores')
    }

    return await this.#mutex.run(CHANGE, async () => await this.#put(name, source, opened, options))
  }

  /** Removes a list. Returns whether there was one. */
  async remove (name: string): Promise<boolean> {
    return await this.#mutex.run(CHANGE, async () => {
      const row = this.find(name)

      if (row == null) {
        return false
      }

      await this.#save(this.lists.filter((list) => list !== row))
      this.#loaded.delete(name)
      this.#apply()
      await this.#rows.remove(row.generation)
      return true
    })
  }

  /**
   * Reads the source of a list again. Keeps the list as it is if the source cannot be read, or has not changed.
   *
   * @returns the error, if it failed
   */
  async refresh (name: string, open: OpenSource, signal: AbortSignal): Promise<Error | undefined> {
    const row = this.find(name)

    if (row == null) {
      return undefined
    }

    const { source } = row
    const maxBytes = 'maxBytes' in source ? source.maxBytes : Infinity

    try {
      const opened = await open(source, { tag: row.tag, signal })

      if (opened == null) {
        await this.#note(row, '')
      } else {
        await this.#mutex.run(CHANGE, async () => {
          // It may have been removed or replaced meanwhile.
          if (this.find(name)?.generation === row.generation) {
            await this.#put(name, source, opened, { maxBytes, signal })
          }
        })
      }

      return undefined
    } catch (err) {
      signal.throwIfAborted()
      this.#init.log?.warn('a denylist could not be refreshed', { list: name, problem: (err as Error).message })
      await this.#note(row, (err as Error).message)
      return err as Error
    }
  }

  /**
   * Returns the rule that decides on a path, or on the block at its root, which a path needs. Returns undefined if none
   * matches. Does not resolve the path.
   */
  decide (path: PathToCheck): DecidingRule | undefined {
    const found = this.#combined.decidePath(path)
    const cid = path.namespace === 'ipns' || found?.allows === false ? undefined : rootCid(path.root)
    const ofRoot = cid == null ? undefined : this.#combined.decideBlock(cid)
    return ofRoot?.allows === false ? ofRoot : found
  }

  /** Reads the text of a rule. */
  async ruleText (name: string, line: number): Promise<string> {
    const row = this.find(name)
    return row == null ? '' : (await this.#rows.readLine(row, line)).trim()
  }

  async #put (
    name: string,
    source: ListSource,
    { tag, chunks, verify }: OpenedSource,
    { maxBytes, signal }: ChangeListOptions
  ): Promise<ListRow> {
    const { now = Date.now, log } = this.#init
    const { seed } = this.#index
    const generation = newGeneration()
    const firstLines: number[] = []
    const digest = verify == null ? undefined : sha256.create()

    try {
      const { header, rules, facts } = await readDenylist(
        this.#rows.storeText(hashed(chunks, digest), generation, firstLines),
        { seed, maxBytes, signal }
      )

      if (digest != null) {
        await verify?.(base16.baseEncode(digest.digest()))
      }

      const row: ListRow = {
        name,
        source,
        generation,
        title: header.name,
        description: header.description,
        author: header.author,
        facts,
        kinds: rules.kinds,
        records: rules.table.size,
        ruleRows: await this.#rows.storeRules(rules, generation),
        firstLines,
        tag,
        checkedMs: now(),
        updatedMs: now(),
        error: ''
      }
      await this.#save([...this.lists.filter((list) => list.name !== name), row])
      this.#loaded.set(name, rules)
      this.#apply()
      log?.info('a denylist was read', { list: name, rules: facts.rules, invalid: facts.invalid })

      if (facts.invalid > 0) {
        log?.warn('lines of a denylist are no rules', { list: name, lines: facts.invalid, problem: facts.problem })
      }

      // Also those of changes that a stop of the node has interrupted.
      await this.#rows.removeAllBut(new Set(this.lists.map(({ generation }) => generation)))
      return row
    } catch (err) {
      // If that fails, the next change deletes the rows.
      await this.#rows.remove(generation).catch(() => {})
      throw err
    }
  }

  /** Records the time and outcome of a refresh that has not changed a list. */
  async #note (row: ListRow, error: string): Promise<void> {
    await this.#mutex.run(CHANGE, async () => {
      if (this.lists.includes(row)) {
        const checkedMs = (this.#init.now ?? Date.now)()
        await this.#save(this.lists.map((list) => list === row ? { ...row, checkedMs, error } : list))
      }
    }).catch(() => {})
  }

  async #save (lists: ListRow[]): Promise<void> {
    const index = { ...this.#index, lists: lists.sort((a, b) => a.name < b.name ? -1 : 1) }
    await this.#rows.writeIndex(index)
    this.#index = index
  }

  #apply (): void {
    this.#combined = new CombinedRules(
      this.lists.flatMap(({ name }) => {
        const rules = this.#loaded.get(name)
        return rules == null ? [] : [[name, rules] as const]
      })
    )
    this.#init.policy.apply(this.lists.length === 0 ? undefined : this.#combined)
  }
}

async function* hashed (
  chunks: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof sha256.create> | undefined
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    digest?.update(chunk)
    yield chunk
  }
}

function newGeneration (): string {
  return base16.baseEncode(crypto.getRandomValues(new Uint8Array(8)))
}
