import { sha256 } from '@noble/hashes/sha2.js'
import type { CID } from 'multiformats/cid'
import { HASH } from '../codes/multiformat-codes.ts'

const DIGEST_BYTES = 32

/** The size of a page, the unit of writes. All bits of a block are in one page. */
export const FILTER_PAGE_BYTES = 32 * 1024
const PAGE_BITS = FILTER_PAGE_BYTES * 8

/**
 * The number of hash functions, and the bits per block at full load of a level. They give a false positive rate of 1 in
 * 300.
 */
const PROBES = 8
const BITS_PER_BLOCK = 12

/**
 * Each level has four times as many pages as the previous one: 128 KiB, 512 KiB, 2 MiB, 8 MiB. Together they hold seven
 * million blocks.
 */
const FIRST_LEVEL_PAGES = 4
const LEVEL_GROWTH = 4
const MAX_LEVELS = 4

/** The rows of a filter to write: its head and the pages by number. */
export interface FilterRows {
  /** seed, and the number of blocks in each level */
  head: number[]
  pages: Map<number, Uint8Array>
}

/**
 * A scalable Bloom filter of blocks, with 1.5 bytes per block. Grows with the number of blocks. Above seven million
 * blocks it stops growing, and its false positive rate rises.
 */
export class CidFilter {
  readonly #seed: number
  readonly #counts: number[]
  readonly #pages: Uint8Array[] = []
  readonly #changed = new Set<number>()
  readonly #words = new Uint32Array(3)

  /** @param head - the head of stored rows, whose pages are passed to `restore` */
  constructor ([seed = Math.floor(Math.random() * 0x100000000), ...counts]: number[] = []) {
    this.#seed = seed
    this.#counts = []
    counts.forEach((count) => {
      this.#grow(count)
    })
    this.#changed.clear()
  }

  /** The number of pages. */
  get pages (): number {
    return this.#pages.length
  }

  /** The number of added blocks, without those that were false positives when they were added. */
  get size (): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Restores a stored page. */
  restore (number: number, page: Uint8Array): void {
    this.#pages[number].set(page)
  }

  /** Adds the block of a CID. */
  add (cid: CID): void {
    this.#hash(cid)

    if (this.#find()) {
      return
    }

    let level = this.#counts.length - 1

    if (
      level < 0 ||
      (this.#counts[level] * BITS_PER_BLOCK >= pagesOf(level) * PAGE_BITS && this.#counts.length < MAX_LEVELS)
    ) {
      this.#grow(0)
      level++
    }

    this.#counts[level]++
    const number = this.#pageIn(level)
    this.#changed.add(number)
    const page = this.#pages[number]
    this.#probe((byte, bit) => {
      page[byte] |= bit
      return true
    })
  }

  /** Returns false if the block was never added, with any CID. */
  mayHave (cid: CID): boolean {
    this.#hash(cid)
    return this.#find()
  }

  /** Returns all rows, for a complete write. */
  all (): FilterRows {
    return { head: [this.#seed, ...this.#counts], pages: new Map(this.#pages.entries()) }
  }

  /** Returns the head and the pages that have changed since `saved`. */
  changes (): FilterRows {
    return {
      head: [this.#seed, ...this.#counts],
      pages: new Map([...this.#changed].map((number) => [number, this.#pages[number]]))
    }
  }

  /** Marks the rows of `all` or `changes` as written. */
  saved (): void {
    this.#changed.clear()
  }

  #grow (count: number): void {
    const level = this.#counts.push(count) - 1

    for (let i = pagesOf(level); i > 0; i--) {
      this.#changed.add(this.#pages.push(new Uint8Array(FILTER_PAGE_BYTES)) - 1)
    }
  }

  #find (): boolean {
    return this.#counts.some((_, level) => {
      const page = this.#pages[this.#pageIn(level)]
      return this.#probe((byte, bit) => (page[byte] & bit) !== 0)
    })
  }

  #pageIn (level: number): number {
    let first = 0

    for (let below = 0; below < level; below++) {
      first += pagesOf(below)
    }

    return first + this.#words[0] % pagesOf(level)
  }

  /** @returns whether `visit` returned true for all bits of the block */
  #probe (visit: (byte: number, bit: number) => boolean): boolean {
    const [, start, step] = this.#words

    for (let i = 0; i < PROBES; i++) {
      const bit = (start + Math.imul(step, i)) >>> 0 & (PAGE_BITS - 1)

      if (!visit(bit >> 3, 1 << (bit & 7))) {
        return false
      }
    }

    return true
  }

  #hash ({ multihash: { code, digest, bytes } }: CID): void {
    const source = code === HASH.sha2_256 && digest.byteLength === DIGEST_BYTES ? digest : sha256(bytes)

    for (let word = 0, at = 0; word < 3; word++, at += 4) {
      this.#words[word] = mixBits(
        (source[at] | source[at + 1] << 8 | source[at + 2] << 16 | source[at + 3] << 24) ^ this.#seed
      )
    }

    // an even step would reach fewer bits
    this.#words[2] |= 1
  }
}

function pagesOf (level: number): number {
  return FIRST_LEVEL_PAGES * LEVEL_GROWTH ** level
}

/** Applies the finalizer of murmur3, so that the bits of a block depend on the seed in an unpredictable way. */
function mixBits (word: number): number {
  word = Math.imul(word ^ word >>> 16, 0x85ebca6b)
  word = Math.imul(word ^ word >>> 13, 0xc2b2ae35)
  return (word ^ word >>> 16) >>> 0
}
