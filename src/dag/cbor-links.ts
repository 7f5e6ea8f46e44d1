import type { CID } from 'multiformats/cid'
import { castCid } from './parse-cid.ts'

const LINK_TAG = 42
/** CBOR nests; a block of 2 MiB could nest 2 million deep and blow the stack. */
const MAX_DEPTH = 1024
const BREAK = 0xff
const INDEFINITE = 31

const enum Major { bytes = 2, text = 3, list = 4, map = 5, tag = 6, simple = 7 }

/**
 * The links of a dag-cbor block in the order of its bytes. Reads tokens only: decoding into objects would put keys that
 * look like numbers first. As lenient as Kubo's decoder about the forms of numbers and lengths.
 *
 * @throws an Error when the bytes are no CBOR
 */
export function cborLinks (bytes: Uint8Array): CID[] {
  const scanner = new CborScanner(bytes)
  scanner.value(0)

  if (scanner.at !== bytes.length) {
    throw new Error('unexpected content after end of cbor object')
  }

  return scanner.links
}

class CborScanner {
  readonly links: CID[] = []
  readonly #bytes: Uint8Array
  at = 0

  constructor (bytes: Uint8Array) {
    this.#bytes = bytes
  }

  value (depth: number): void {
    if (depth > MAX_DEPTH) {
      throw new Error('cbor is nested too deep')
    }

    const head = this.#byte()
    const major = head >> 5
    const count = this.#count(head & 0x1f)

    switch (major) {
      case Major.bytes:
      case Major.text: this.#string(count, depth); break
      case Major.list: this.#items(count, depth, 1); break
      case Major.map: this.#items(count, depth, 2); break
      case Major.tag: this.#tagged(count)
    }
  }

  #string (count: number, depth: number): void {
    if (count < 0) {
      this.#items(count, depth, 1)
    } else {
      this.#skip(count)
    }
  }

  /** @param each - values that make one item */
  #items (count: number, depth: number, each: number): void {
    for (let i = 0; count < 0 ? !this.#ended() : i < count; i++) {
      for (let n = 0; n < each; n++) {
        this.value(depth + 1)
      }
    }
  }

  #tagged (tag: number): void {
    const head = this.#byte()

    if (tag !== LINK_TAG || head >> 5 !== Major.bytes) {
      throw new Error(`unhandled cbor tag ${tag}`)
    }

    const start = this.at + this.#headLength(head)
    this.at--
    this.value(0)

    if (this.#bytes[start] !== 0) {
      throw new Error('invalid multibase on IPLD link')
    }

    this.links.push(castCid(this.#bytes.slice(start + 1, this.at)))
  }

  #headLength (head: number): number {
    const info = head & 0x1f
    return info < 24 ? 0 : 1 << (info - 24)
  }

  #ended (): boolean {
    if (this.#bytes[this.at] !== BREAK) {
      return false
    }

    this.at++
    return true
  }

  /** The number that stands in or behind a head; -1 for an indefinite length. Of floats only the bytes are passed. */
  #count (info: number): number {
    if (info < 24) {
      return info
    }

    if (info === INDEFINITE) {
      return -1
    }

    if (info > 27) {
      throw new Error(`invalid cbor length ${info}`)
    }

    let count = 0

    for (let i = 1 << (info - 24); i > 0; i--) {
      count = count * 0x100 + this.#byte()
    }

    return count
  }

  #byte (): number {
    if (this.at >= this.#bytes.length) {
      throw new Error('unexpected EOF')
    }

    return this.#bytes[this.at++]
  }

  #skip (count: number): void {
    if (count > this.#bytes.length - this.at) {
      throw new Error('unexpected EOF')
    }

    this.at += count
  }
}
