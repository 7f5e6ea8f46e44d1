import { sha256 } from '@noble/hashes/sha2.js'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { CODEC, HASH } from '../codes/multiformat-codes.ts'

const DIGEST_BYTES = 32

/** An entry: what kind of CID it is, and 32 bytes of fingerprint. */
const ENTRY_WORDS = 1 + DIGEST_BYTES / 4
/** Entries live in pieces of this many, so that growing copies nothing. */
const CHUNK_BITS = 14
const CHUNK_ENTRIES = 1 << CHUNK_BITS

/** Bits of an entry's kind besides the codec: the fingerprint is a hash of the multihash; the CID is of version 1. */
const HASHED = 1
const VERSION_1 = 2

/** As many numbers are sorted together, each in one double with the first bytes of its hash. */
const MAX_SORTED = 1 << 20

const FIRST_SLOTS = 1 << 10
/** A table fuller than this is doubled. */
const MAX_LOAD = 0.75
const FIBONACCI = 0x9e3779b1

export interface CidSetOptions {
  /** A CIDv0 and its CIDv1 are two members; else they are one. Either way another codec is another member. */
  versions?: boolean
}

/**
 * A set of CIDs for walks over millions of blocks: about 45 bytes a member, where a Set of strings takes three times as
 * much. Exact: a member is its SHA-256 digest, or the SHA-256 of any other multihash, and never only a part of it, so
 * that nobody can make two blocks that a garbage collection takes for one.
 */
export class CidSet {
  readonly #versions: boolean
  readonly #seed = Math.floor(Math.random() * 0x100000000)
  readonly #chunks: Uint32Array[] = []
  readonly #print = new Uint32Array(ENTRY_WORDS)
  /** number of an entry plus one; 0 where there is none */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  constructor ({ versions = false }: CidSetOptions = {}) {
    this.#versions = versions
  }

  get size (): number {
    return this.#size
  }

  /** @returns false when it was there already */
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

  /** How many members came before this one; undefined for what is no member. */
  numberOf (cid: CID): number | undefined {
    this.#fingerprint(cid)
    return this.#find()
  }

  /** Whether any member names the same block, be it by another codec or version. */
  hasBlock (cid: CID): boolean {
    return this.numberOfBlock(cid) !== undefined
  }

  /** As `numberOf`, of any member that names the same block. */
  numberOfBlock (cid: CID): number | undefined {
    this.#fingerprint(cid)
    return this.#find(HASHED)
  }

  /** Takes all members of another set of the same options in. */
  addAll (other: CidSet): void {
    for (let i = 0; i < other.#size; i++) {
      this.#print.set(other.#entry(i))

      if (this.#find() === undefined) {
        this.#append()
      }
    }
  }

  /** Takes the last members out again, so that there are as many as before them. */
  truncate (size: number): void {
    while (this.#size > size) {
      const number = --this.#size
      const chunk = this.#chunks[number >> CHUNK_BITS]
      const start = (number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS
      let slot = this.#slot(chunk[start + 1], chunk[start + 2])

      // nobody's search goes on behind the place of the last one
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
   * The numbers of the members from one up to another in the order of the first bytes of their hashes, which is that of
   * stores. At most `2^20` at once.
   */
  sorted (from: number, to: number): Uint32Array {
    const keys = new Float64Array(to - from)

    for (let i = 0, number = from; number < to; i++, number++) {
      // the first bytes behind the kind, as one number
      const first = new DataView(this.#chunks[number >> CHUNK_BITS].buffer).getUint32(
        ((number & (CHUNK_ENTRIES - 1)) * ENTRY_WORDS + 1) * 4
      )
      keys[i] = first * MAX_SORTED + i
    }

    return Uint32Array.from(keys.sort(), (key) => from + key % MAX_SORTED)
  }

  /** Whether `cidAt` gives this one: of others only a fingerprint is kept. */
  static isWhole ({ multihash: { code, digest } }: CID): boolean {
    return code === HASH.sha2_256 && digest.byteLength === DIGEST_BYTES
  }

  /**
   * The member with this number; undefined for one of which only a fingerprint is kept, as its hash is not SHA2-256.
   */
  cidAt (number: number): CID | undefined {
    const entry = this.#entry(number)
    const [kind] = entry

    if ((kind & HASHED) !== 0) {
      return undefined
    }

    // byte by byte: engines keep few bytes among their objects as long as nobody asks for the buffer behind them
    const bytes = new Uint8Array(DIGEST_BYTES)

    for (let at = 0; at < DIGEST_BYTES; at++) {
      bytes[at] = entry[1 + (at >> 2)] >>> (at & 3) * 8
    }

    const digest = create(HASH.sha2_256, bytes)
    return (kind & VERSION_1) !== 0 ? CID.createV1(kind >>> 2, digest) : CID.createV0(digest)
  }

  #fingerprint (cid: CID): void {
    const plain = CidSet.isWhole(cid)
    const source = plain ? cid.multihash.digest : sha256(cid.multihash.bytes)
    const version = this.#versions ? cid.version : 1

    // codecs are small numbers; dag-pb is all that a CIDv0 can be
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

  /** Digests are random already; the seed keeps anyone from making blocks that all fall into one place. */
  #slot (first: number, second: number): number {
    return (Math.imul(first ^ this.#seed, FIBONACCI) ^ second) & (this.#slots.length - 1)
  }
}
