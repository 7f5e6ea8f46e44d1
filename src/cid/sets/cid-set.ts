import { sha256 } from '@noble/hashes/sha2.js'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { CODEC, HASH } from '../codes/multiformat-codes.ts'

const DIGEST_BYTES = 32

/** The size of an entry: the kind of the CID, and 32 bytes of fingerprint. */
const ENTRY_WORDS = 1 + DIGEST_BYTES / 4
/** The number of entries in a chunk. Entries are stored in chunks, so that growing copies nothing. */
const CHUNK_BITS = 14
const CHUNK_ENTRIES = 1 << CHUNK_BITS

/** Flags of an entry's kind, next to the codec: the fingerprint is a hash of the multihash; the CID has version 1. */
const HASHED = 1
const VERSION_1 = 2

/**
 * The maximum number of entries that are sorted together. Each is one double: the first bytes of its hash, and its
 * number.
 */
const MAX_SORTED = 1 << 20

const FIRST_SLOTS = 1 << 10
/** The load factor above which the hash table doubles. */
const MAX_LOAD = 0.75
const FIBONACCI = 0x9e3779b1

export interface CidSetOptions {
  /** Whether the CIDv0 and the CIDv1 of a block are two members. CIDs with different codecs always are. */
  versions?: boolean
}

/**
 * An exact set of CIDs for walks over millions of blocks. A member needs about 45 bytes, a third of a Set of strings.
 *
 * Each member is its SHA-256 digest, or the SHA-256 of any other multihash. Digests are never truncated, so that no
 * attacker can create two blocks that a garbage collection confuses.
 */
export class CidSet {
  readonly #versions: boolean
  readonly #seed = Math.floor(Math.random() * 0x100000000)
  readonly #chunks: Uint32Array[] = []
  readonly #print = new Uint32Array(ENTRY_WORDS)
  /** number of an entry plus one; 0 for an empty slot */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  constructor ({ versions = false }: CidSetOptions = {}) {
    this.#versions = versions
  }

  get size (): number {
    return this.#size
  }

  /** @returns false if the CID was a member already */
  add (cid: CID): boolean {
    this.#fingerprint(cid)

    if (this.#find() !== undefined) {
      return false
    }

    this.#append()
    return true
  }

  has (cid: CID): boolean {
    return this.numberOf(cid) !== undefined
  }

  /** Returns how many members were added before a CID; undefined if it is no member. */
  numberOf (cid: CID): number | undefined {
    this.#fingerprint(cid)
    return this.#find()
  }

  /** Returns whether any member names the same block, with any codec or version. */
  hasBlock (cid: CID): boolean {
    return this.numberOfBlock(cid) !== undefined
  }

  /** Returns how many members were added before any member that names the same block; undefined if there is none. */
  numberOfBlock (cid: CID): number | undefined {
    this.#fingerprint(cid)
    return this.#find(HASHED)
  }

  /** Adds all members of another set with equal options. */
  addAll (other: CidSet): void {
    for (let i = 0; i < other.#size; i++) {
      this.#print.set(other.#entry(i))

      if (this.#find() === undefined) {
        this.#append()
      }
    }
  }

  /** Removes the members that were added last, until `size` members are left. */
  truncate (size: number): void {
    while (this.#size > size) {
      const number = --this.#size
      const chunk = this.#chunks[number >> CHUNK_BITS]
      const start = (number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS
      let slot = this.#slot(chunk[start + 1], chunk[start + 2])

      // the newest entry is the last one of its probe sequence, so no search continues after its slot
      while (this.#slots[slot] !== number + 1) {
        slot = (slot + 1) & (this.#slots.length - 1)
      }

      this.#slots[slot] = 0

      if ((number & (CHUNK_ENTRIES - 1)) === 0) {
        this.#chunks.pop()
      }
    }
  }

  /**
   * Returns the numbers of the members `from` (inclusive) to `to` (exclusive), sorted by the first bytes of their
   * hashes, which is the order of stores. At most `2^20` at once.
   */
  sorted (from: number, to: number): Uint32Array {
    const keys = new Float64Array(to - from)

    for (let i = 0, number = from; number < to; i++, number++) {
      // the first bytes after the kind, as one number
      const first = new DataView(this.#chunks[number >> CHUNK_BITS].buffer).getUint32(
        ((number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS + 1) * 4
      )
      keys[i] = first * MAX_SORTED + i
    }

    return Uint32Array.from(keys.sort(), (key) => from + key % MAX_SORTED)
  }

  /** Returns whether `cidAt` can return a CID: its hash is SHA2-256. Other CIDs are stored only as a fingerprint. */
  static storesCid ({ multihash: { code, digest } }: CID): boolean {
    return code === HASH.sha2_256 && digest.byteLength === DIGEST_BYTES
  }

  /**
   * Returns the member with a number; undefined if only its fingerprint is stored, because its hash is not SHA2-256.
   */
  cidAt (number: number): CID | undefined {
    const entry = this.#entry(number)
    const [kind] = entry

    if ((kind & HASHED) !== 0) {
      return undefined
    }

    // byte by byte: engines store small arrays inline until their `buffer` is accessed
    const bytes = new Uint8Array(DIGEST_BYTES)

    for (let at = 0; at < DIGEST_BYTES; at++) {
      bytes[at] = entry[1 + (at >> 2)] >>> (at & 3) * 8
    }

    const digest = create(HASH.sha2_256, bytes)
    return (kind & VERSION_1) !== 0 ? CID.createV1(kind >>> 2, digest) : CID.createV0(digest)
  }

  #fingerprint (cid: CID): void {
    const plain = CidSet.storesCid(cid)
    const source = plain ? cid.multihash.digest : sha256(cid.multihash.bytes)
    const version = this.#versions ? cid.version : 1

    // codecs are small numbers; the codec of a CIDv0 is always dag-pb
    this.#print[0] = ((version === 0 ? CODEC.dagPb : cid.code) * 4 + version * VERSION_1 + (plain ? 0 : HASHED)) >>> 0

    for (let word = 1, at = 0; word < ENTRY_WORDS; word++, at += 4) {
      this.#print[word] = source[at] | source[at + 1] << 8 | source[at + 2] << 16 | source[at + 3] << 24
    }
  }

  /** @param mask - the bits of the kind that must be equal */
  #find (mask = 0xffffffff): number | undefined {
    const last = this.#slots.length - 1

    for (let slot = this.#slot(this.#print[1], this.#print[2]); this.#slots[slot] !== 0; slot = (slot + 1) & last) {
      const number = this.#slots[slot] - 1

      if (this.#equals(number, mask)) {
        return number
      }
    }

    return undefined
  }

  #equals (number: number, mask: number): boolean {
    const chunk = this.#chunks[number >> CHUNK_BITS]
    const start = (number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS

    if (((chunk[start] ^ this.#print[0]) & mask) !== 0) {
      return false
    }

    for (let word = 1; word < ENTRY_WORDS; word++) {
      if (chunk[start + word] !== this.#print[word]) {
        return false
      }
    }

    return true
  }

  #append (): void {
    const number = this.#size++

    if ((number & (CHUNK_ENTRIES - 1)) === 0) {
      this.#chunks.push(new Uint32Array(CHUNK_ENTRIES * ENTRY_WORDS))
    }

    this.#entry(number).set(this.#print)

    if (this.#size > this.#slots.length * MAX_LOAD) {
      this.#slots = new Uint32Array(this.#slots.length * 2)

      for (let i = 0; i < number; i++) {
        this.#place(i)
      }
    }

    this.#place(number)
  }

  #place (number: number): void {
    const chunk = this.#chunks[number >> CHUNK_BITS]
    const start = (number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS
    let slot = this.#slot(chunk[start + 1], chunk[start + 2])

    while (this.#slots[slot] !== 0) {
      slot = (slot + 1) & (this.#slots.length - 1)
    }

    this.#slots[slot] = number + 1
  }

  #entry (number: number): Uint32Array {
    const start = (number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS
    return this.#chunks[number >> CHUNK_BITS].subarray(start, start + ENTRY_WORDS)
  }

  /**
   * Returns the slot of a fingerprint. Digests are random already; the seed prevents an attacker from creating blocks
   * that all collide.
   */
  #slot (first: number, second: number): number {
    return (Math.imul(first ^ this.#seed, FIBONACCI) ^ second) & (this.#slots.length - 1)
  }
}
