// MurmurHash3 x64 128 by Austin Appleby (public domain), seed 0, first 64 bits. The 64-bit arithmetic is done with
// 32-bit halves: HAMT directories hash every name, and BigInt or byte arrays are ten times slower.

/** A 64-bit word. Functions here work in place, so hashing a name allocates two words. */
interface Word {
  high: number
  low: number
}

const C1: Readonly<Word> = { high: 0x87c37b91, low: 0x114253d5 }
const C2: Readonly<Word> = { high: 0x4cf5ad43, low: 0x2745937f }
const FINAL_1: Readonly<Word> = { high: 0xff51afd7, low: 0xed558ccd }
const FINAL_2: Readonly<Word> = { high: 0xc4ceb9fe, low: 0x1a85ec53 }

const BLOCK_BYTES = 16

/** The hash of a name in a HAMT directory: eight bytes, high byte first, as Go's `murmur3.New64().Sum` gives them. */
export function murmur3x64 (bytes: Uint8Array): Uint8Array {
  const h1: Word = { high: 0, low: 0 }
  const h2: Word = { high: 0, low: 0 }
  const k: Word = { high: 0, low: 0 }
  const blocks = bytes.length - bytes.length % BLOCK_BYTES

  for (let at = 0; at < blocks; at += BLOCK_BYTES) {
    load(k, bytes, at, 8)
    mixFirst(h1, k)
    rotate(h1, 27)
    add(h1, h2)
    timesFivePlus(h1, 0x52dce729)

    load(k, bytes, at + 8, 8)
    mixSecond(h2, k)
    rotate(h2, 31)
    add(h2, h1)
    timesFivePlus(h2, 0x38495ab5)
  }

  const rest = bytes.length - blocks

  if (rest > 8) {
    load(k, bytes, blocks + 8, rest - 8)
    mixSecond(h2, k)
  }

  if (rest > 0) {
    load(k, bytes, blocks, Math.min(rest, 8))
    mixFirst(h1, k)
  }

  return finish(h1, h2, bytes.length)
}

function finish (h1: Word, h2: Word, length: number): Uint8Array {
  h1.low ^= length
  h2.low ^= length
  add(h1, h2)
  add(h2, h1)
  avalanche(h1)
  avalanche(h2)
  add(h1, h2)

  const out = new Uint8Array(8)
  const view = new DataView(out.buffer)
  view.setUint32(0, h1.high >>> 0)
  view.setUint32(4, h1.low >>> 0)
  return out
}

/** Up to eight bytes, low byte first. */
function load (word: Word, bytes: Uint8Array, at: number, count: number): void {
  word.low = 0
  word.high = 0

  for (let i = 0; i < count; i++) {
    if (i < 4) {
      word.low |= bytes[at + i] << (8 * i)
    } else {
      word.high |= bytes[at + i] << (8 * (i - 4))
    }
  }
}

function mixFirst (h: Word, k: Word): void {
  multiply(k, C1)
  rotate(k, 31)
  multiply(k, C2)
  xor(h, k)
}

function mixSecond (h: Word, k: Word): void {
  multiply(k, C2)
  rotate(k, 33)
  multiply(k, C1)
  xor(h, k)
}

function avalanche (h: Word): void {
  h.low ^= h.high >>> 1
  multiply(h, FINAL_1)
  h.low ^= h.high >>> 1
  multiply(h, FINAL_2)
  h.low ^= h.high >>> 1
}

function xor (a: Word, b: Readonly<Word>): void {
  a.high ^= b.high
  a.low ^= b.low
}

function add (a: Word, b: Readonly<Word>): void {
  const low = (a.low >>> 0) + (b.low >>> 0)
  a.high = (a.high + b.high + (low > 0xffffffff ? 1 : 0)) | 0
  a.low = low | 0
}

/** Modulo 2^64. */
function multiply (a: Word, b: Readonly<Word>): void {
  const crossed = Math.imul(a.high, b.low) + Math.imul(a.low, b.high)
  const high = highHalf(a.low, b.low)
  a.low = Math.imul(a.low, b.low)
  a.high = (crossed + high) | 0
}

/** The upper 32 bits of the product of two 32-bit numbers, by their 16-bit halves. */
function highHalf (a: number, b: number): number {
  const aLow = a & 0xffff
  const aHigh = a >>> 16
  const bLow = b & 0xffff
  const bHigh = b >>> 16
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16)
  const carry = aLow * bHigh + (middle & 0xffff)

  return aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)
}

function rotate (a: Word, bits: number): void {
  const { high, low } = a

  if (bits < 32) {
    a.high = (high << bits) | (low >>> (32 - bits))
    a.low = (low << bits) | (high >>> (32 - bits))
  } else {
    a.high = (low << (bits - 32)) | (high >>> (64 - bits))
    a.low = (high << (bits - 32)) | (low >>> (64 - bits))
  }
}

function timesFivePlus (a: Word, n: number): void {
  const { high, low } = a
  a.high = (high << 2) | (low >>> 30)
  a.low = low << 2
  add(a, { high, low })
  add(a, { high: 0, low: n })
}
