import type { RuleKey } from './rule-key.ts'

/** Words of a record: the key, the line, and the action. */
const RECORD_WORDS = 5

/** Records of a chunk. Chunks are never copied while a table grows. */
const CHUNK_RECORDS = 1 << 15

/** Words of a chunk. */
export const CHUNK_WORDS = CHUNK_RECORDS * RECORD_WORDS

const MIN_SLOTS = 1 << 10

/** The slots are doubled when more than this part of them is used. */
const MAX_LOAD = 0.7

const ALLOWS = 0x8000_0000
const STATUS = 0x3ff

/** A rule without its subject. */
export interface RuleAction {
  /** line in the list, from 1 */
  line: number
  /** whether the rule is an exception */
  allows: boolean
  /** status of the gateway's answers; 0 for the default */
  status: number
}

/**
 * A hash table from keys to rules, in typed arrays: 20 bytes a rule, and 6 to 12 bytes of slots. Of rules with the same
 * key only the last counts.
 */
export class RuleTable {
  /** chunks of records, in the order in which they were added; all but the last are full */
  readonly chunks: Uint32Array[] = []
  #slots = new Uint32Array(MIN_SLOTS)
  #size = 0

  /** Restores a table from the chunks of another, which it takes over. */
  static from (chunks: readonly Uint32Array[], size: number): RuleTable {
    const table = new RuleTable()
    table.chunks.push(...chunks)
    table.#size = size
    table.#resize()
    return table
  }

  /** number of records */
  get size (): number {
    return this.#size
  }

  /** bytes of memory */
  get byteLength (): number {
    return this.chunks.reduce((sum, { byteLength }) => sum + byteLength, this.#slots.byteLength)
  }

  /** Returns the chunks without the unused part of the last. */
  usedChunks (): Uint32Array[] {
    const last = this.chunks.length - 1
    return this.chunks.map((chunk, i) =>
      i < last ? chunk : chunk.subarray(0, (this.#size - last * CHUNK_RECORDS) * RECORD_WORDS)
    )
  }

  /** Adds a rule, or replaces the one with its key. */
  set (key: RuleKey, { line, allows, status }: RuleAction): void {
    const slot = this.#slotOf(key)
    let index = this.#slots[slot] - 1

    if (index < 0) {
      index = this.#size++
      this.#slots[slot] = index + 1

      if (index % CHUNK_RECORDS === 0) {
        this.chunks.push(new Uint32Array(CHUNK_WORDS))
      }
    }

    const at = (index % CHUNK_RECORDS) * RECORD_WORDS
    const chunk = this.#chunkOf(index)
    chunk.set(key, at)
    chunk[at + 3] = line
    chunk[at + 4] = (allows ? ALLOWS : 0) | status

    if (this.#size > this.#slots.length * MAX_LOAD) {
      this.#resize()
    }
  }

  /** Returns the rule with a key; undefined if there is none. */
  get (key: RuleKey): RuleAction | undefined {
    const index = this.#slots[this.#slotOf(key)] - 1

    if (index < 0) {
      return undefined
    }

    const at = (index % CHUNK_RECORDS) * RECORD_WORDS
    const chunk = this.#chunkOf(index)
    const action = chunk[at + 4]
    return { line: chunk[at + 3], allows: (action & ALLOWS) !== 0, status: action & STATUS }
  }

  #chunkOf (index: number): Uint32Array {
    return this.chunks[Math.floor(index / CHUNK_RECORDS)]
  }

  /** Returns the slot of a key, or the free one where it belongs. */
  #slotOf ([a, b, c]: RuleKey): number {
    const mask = this.#slots.length - 1

    for (let slot = a & mask;; slot = (slot + 1) & mask) {
      const index = this.#slots[slot] - 1

      if (index < 0) {
        return slot
      }

      const at = (index % CHUNK_RECORDS) * RECORD_WORDS
      const chunk = this.#chunkOf(index)

      if (chunk[at] === a && chunk[at + 1] === b && chunk[at + 2] === c) {
        return slot
      }
    }
  }

  #resize (): void {
    let slots = MIN_SLOTS

    while (this.#size > slots * MAX_LOAD) {
      slots *= 2
    }

    this.#slots = new Uint32Array(slots)
    const mask = slots - 1

    for (let index = 0; index < this.#size; index++) {
      let slot = this.#chunkOf(index)[(index % CHUNK_RECORDS) * RECORD_WORDS] & mask

      while (this.#slots[slot] !== 0) {
        slot = (slot + 1) & mask
      }

      this.#slots[slot] = index + 1
    }
  }
}
