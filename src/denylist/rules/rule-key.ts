/** The seed of the keys of a node: random, so that the author of a list cannot choose rules with colliding slots. */
export type RuleSeed = readonly [number, number, number]

/** A key of 96 bits. */
export type RuleKey = readonly [number, number, number]

/** Creates a random seed. */
export function newRuleSeed (): RuleSeed {
  const [a, b, c] = crypto.getRandomValues(new Uint32Array(3))
  return [a, b, c]
}

/**
 * Computes keys of rules from text, one UTF-16 unit after the other. A key of each prefix of a text takes one pass. The
 * hash is not cryptographic: a collision can only block content of its own author. Two of a million rules collide with
 * a probability of 2^-57.
 */
export class RuleKeyHash {
  readonly #seed: RuleSeed
  #a = 0
  #b = 0
  #c = 0

  constructor (seed: RuleSeed) {
    this.#seed = seed
    this.start()
  }

  /** Begins a new text. */
  start (): this {
    ;[this.#a, this.#b, this.#c] = this.#seed
    return this
  }

  add (text: string): this {
    for (let i = 0; i < text.length; i++) {
      this.addUnit(text.charCodeAt(i))
    }

    return this
  }

  addUnit (unit: number): this {
    const a = Math.imul(rotate(this.#a ^ unit ^ (this.#c >>> 3), 5), 0x85ebca6b)
    const b = Math.imul(rotate(this.#b ^ unit ^ (a >>> 15), 13), 0xc2b2ae35)
    this.#c = Math.imul(rotate(this.#c ^ unit ^ (b >>> 7), 19), 0x9e3779b1)
    this.#a = a
    this.#b = b
    return this
  }

  /** Returns the key of the text so far, which may be continued. */
  key (): RuleKey {
    const a = mixed(this.#a ^ rotate(this.#b, 11) ^ rotate(this.#c, 22))
    const b = mixed(this.#b ^ rotate(this.#c, 9) ^ a)
    return [a, b, mixed(this.#c ^ rotate(a, 17) ^ b)]
  }
}

function rotate (value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

/** Spreads each bit over the whole word (the finalizer of MurmurHash3). */
function mixed (value: number): number {
  let word = value ^ (value >>> 16)
  word = Math.imul(word, 0x85ebca6b)
  word ^= word >>> 13
  word = Math.imul(word, 0xc2b2ae35)
  return (word ^ (word >>> 16)) >>> 0
}
