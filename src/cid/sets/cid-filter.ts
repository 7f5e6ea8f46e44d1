import { sha256 } from '@noble/hashes/sha2.js'
import type { CID } from 'multiformats/cid'
import { HASH } from '../codes/multiformat-codes.ts'

const DIGEST_BYTES = 32

/** A page is what is written at once; all bits of a block lie in one. */
export const FILTER_PAGE_BYTES = 32 * 1024
const PAGE_BITS = FILTER_PAGE_BYTES * 8

/**
 * Bits set for a block, and bits there are for each when a level is full: one block in 300 that is not there seems to
 * be.
 */
const PROBES = 8
const BITS_PER_BLOCK = 12

/**
 * Each level has four times the pages of the one before: 128 KiB, 512 KiB, 2 MiB, 8 MiB; together for seven million
 * blocks.
 */
const FIRST_LEVEL_PAGES = 4
const LEVEL_GROWTH = 4
const MAX_LEVELS = 4

/** What of a filter is to be written: its pages by their number, and the rest of it. */
export interface FilterRows {
  /** seed, and how many blocks are in each level */
  head: number[]
  pages: Map<number, Uint8Array>
}

/**
 * Tells for certain of most blocks that they were never added, with 1.5 bytes a block (Bloom). Grows with what is
 * added; beyond seven million blocks it takes no more memory, and is certain less often.
 */
export class CidFilter {
  readonly #seed: number
  readonly #counts: number[]
  readonly #pages: Uint8Array[] = []
  readonly #changed = new Set<number>()
  readonly #words = new Uint32Array(3)

  /** @param head - of the rows of another one, whose pages are given to `restore` */
  constructor ([seed = Math.floor(Math.random() * 0x100000000), ...counts]: number[] = []) {
    this.#seed = seed
    this.#counts = []
    counts.forEach((count) => {
      this.#grow(count)
    })
    this.#changed.clear()
  }

  /** how many pages there are, numbered from 0 */
  get pages (): number {
    return this.#pages.length
  }

  /** Blocks that were added and did not seem to be there before. */
  get size (): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Puts back a page of an earlier filter. */
  restore (number: number, page: Uint8Array): void {
    this.#pages[number].set(page)
  }

  /** Adds the block that a CID names. */
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

  /** False when the block was never added, by whatever CID. */
  mayHave (cid: CID): boolean {
    this.#hash(cid)
    return this.#find()
  }

  /** All of it, to be written as a whole. */
  all (): FilterRows {
    return { head: [this.#seed, ...this.#counts], pages: new Map(this.#pages.entries()) }
  }

  /** What has changed since `saved`. */
  changes (): FilterRows {
    return {
      head: [this.#seed, ...this.#counts],
      pages: new Map([...this.#changed].map((number) => [number, this.#pages[number]]))
    }
  }

  /** What `all` or `changes` gave has been written. */
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

  /** @returns whether `visit` said yes to all bits of the block */
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
      this.#words[word] = mix(
        (source[at] | source[at + 1] << 8 | source[at + 2] << 16 | source[at + 3] << 24) ^ this.#seed
      )
    }

    // an even step would come to few bits
    this.#words[2] |= 1
  }
}

function pagesOf (level: number): number {
  return FIRST_LEVEL_PAGES * LEVEL_GROWTH ** level
}

/** The finalizer of murmur3, so that nobody who makes blocks knows what becomes of the seed. */
function mix (word: number): number {
  word = Math.imul(word ^ word >>> 16, 0x85ebca6b)
  word = Math.imul(word ^ word >>> 13, 0xc2b2ae35)
  return (word ^ word >>> 16) >>> 0
}
