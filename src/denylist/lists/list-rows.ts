import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import { DENYLISTS_KEY } from '../denylists-key.ts'
import { DenylistRules } from '../rules/denylist-rules.ts'
import type { RuleSeed } from '../rules/rule-key.ts'
import { CHUNK_WORDS, RuleTable } from '../rules/rule-table.ts'
import type { ListIndex, ListRow } from './list-row.ts'

/** Prefix of the rows of all versions of lists. */
const ROWS = '/denylists/rows/'

/** Bytes of text in a row. */
const TEXT_BYTES = 512 * 1024

const LINE_END = 0x0a

/** The stored part of `ListRow` that rows of rules and texts determine. */
type StoredParts = Pick<ListRow, 'generation' | 'ruleRows' | 'records' | 'firstLines'>

/**
 * Stores denylists in a datastore. Each version of a list has rows of its own, with its rules in their form in memory
 * and with its text. The row of the index is written last, so that a version counts completely or not at all.
 */
export class ListRows {
  readonly #datastore: Datastore

  constructor (datastore: Datastore) {
    this.#datastore = datastore
  }

  /** Reads the index; undefined without lists. */
  async readIndex (): Promise<ListIndex | undefined> {
    const row = await ifFound(async () => await this.#datastore.get(DENYLISTS_KEY))
    return row == null ? undefined : JSON.parse(new TextDecoder().decode(row)) as ListIndex
  }

  /** Writes the index, or deletes it without lists. */
  async writeIndex (index: ListIndex): Promise<void> {
    if (index.lists.length === 0) {
      await this.#datastore.delete(DENYLISTS_KEY)
    } else {
      await this.#datastore.put(DENYLISTS_KEY, new TextEncoder().encode(JSON.stringify(index)))
    }
  }

  /** Stores the text of a list while it is read. Adds the number of the first line of each row to `firstLines`. */
  async *storeText (
    chunks: AsyncIterable<Uint8Array>,
    generation: string,
    firstLines: number[]
  ): AsyncGenerator<Uint8Array> {
    const row = new Uint8Array(TEXT_BYTES)
    let used = 0
    let line = 1
    let first = 1

    const write = async (): Promise<void> => {
      await this.#datastore.put(denylistRowKey(generation, 'text', firstLines.length), row.slice(0, used))
      firstLines.push(first)
      first = line
      used = 0
    }

    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length;) {
        const part = chunk.subarray(start, start + TEXT_BYTES - used)
        row.set(part, used)
        used += part.length
        start += part.length
        line += countLineEnds(part)

        if (used === TEXT_BYTES) {
          await write()
        }
      }

      yield chunk
    }

    await write()
  }

  /** Stores the rules of a list. Returns the number of rows. */
  async storeRules ({ table }: DenylistRules, generation: string): Promise<number> {
    for (const [i, words] of table.usedChunks().entries()) {
      await this.#datastore.put(
        denylistRowKey(generation, 'rules', i),
        new Uint8Array(words.buffer, words.byteOffset, words.byteLength).slice()
      )
    }

    return table.chunks.length
  }

  /** Loads the rules of a list. */
  async loadRules (
    { generation, ruleRows, records, kinds }: Pick<ListRow, 'generation' | 'ruleRows' | 'records' | 'kinds'>,
    seed: RuleSeed
  ): Promise<DenylistRules> {
    const chunks: Uint32Array[] = []

    for (let i = 0; i < ruleRows; i++) {
      const bytes = await this.#datastore.get(denylistRowKey(generation, 'rules', i))
      const chunk = new Uint32Array(CHUNK_WORDS)
      new Uint8Array(chunk.buffer).set(bytes)
      chunks.push(chunk)
    }

    return new DenylistRules(seed, { table: RuleTable.from(chunks, records), kinds })
  }

  /** Reads a line of a list. */
  async readLine ({ generation, firstLines }: StoredParts, line: number): Promise<string> {
    let i = firstLines.findLastIndex((first) => first <= line)
    let skipped = line - firstLines[i]
    const decoder = new TextDecoder()
    let text = ''

    // A line may continue in the next rows, and begin in a row before the one in which its number was counted.
    while (i > 0 && skipped === 0) {
      i--
      skipped = line - firstLines[i]
    }

    for (let lines = [text]; i < firstLines.length && lines.length <= skipped + 1; i++) {
      text += decoder.decode(await this.#datastore.get(denylistRowKey(generation, 'text', i)), { stream: true })
      lines = text.split('\n')
    }

    return (text.split('\n')[skipped] ?? '').replace(/\r$/, '')
  }

  /** Deletes the rows of a version. */
  async remove (generation: string): Promise<void> {
    await this.#removeKeys(`${ROWS}${generation}/`, () => true)
  }

  /** Deletes rows of versions that do not count: a stop has interrupted their change. */
  async removeAllBut (generations: ReadonlySet<string>): Promise<void> {
    await this.#removeKeys(ROWS, (key) => !generations.has(key.slice(ROWS.length).split('/')[0]))
  }

  async #removeKeys (prefix: string, isRemoved: (key: string) => boolean): Promise<void> {
    const keys: Key[] = []

    for await (const key of this.#datastore.queryKeys({ prefix })) {
      if (isRemoved(key.toString())) {
        keys.push(key)
      }
    }

    for (const key of keys) {
      await this.#datastore.delete(key)
    }
  }
}

/** Returns the key of a row of a list. */
export function denylistRowKey (generation: string, kind: 'text' | 'rules', i: number): Key {
  return new Key(`${ROWS}${generation}/${kind}/${i}`)
}

function countLineEnds (bytes: Uint8Array): number {
  let count = 0

  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) {
    count++
  }

  return count
}
