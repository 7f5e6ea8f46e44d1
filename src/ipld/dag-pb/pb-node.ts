import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { readCid } from '../../cid/binary/read-cid.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'

/** The part of a link that listings need. The CID is created on access and not cached. */
export type Linked = Pick<PbLink, 'cid' | 'cidBytes' | 'code' | 'tsize'>

/** Returns a `Linked` for an existing CID. */
export function linkTo (cid: CID, tsize?: Uint64): Linked {
  return { cid, cidBytes: cid.bytes, code: cid.code, tsize }
}

/** A decoded dag-pb node (ipld.io/specs/codecs/dag-pb). */
export interface PbNode {
  links: PbLink[]
  /** a view into the block; undefined if the node has no data */
  data: Uint8Array | undefined
}

/** The positions of a link's parts in its block. */
export interface PbLinkSpans {
  hashStart: number
  hashEnd: number
  /** -1 if there is no name */
  nameStart: number
  nameEnd: number
}

/**
 * A link of a dag-pb node. Its CID and name are created on access, to save memory and time: a CID takes half a
 * kilobyte, and a directory can have a hundred thousand links. Accessors do not cache, so callers should keep a value
 * that they need twice.
 */
export class PbLink {
  /** the cumulative size in bytes of all blocks below, as claimed by the writer of the node; undefined if omitted */
  readonly tsize: Uint64 | undefined
  readonly #block: Uint8Array
  readonly #hashStart: number
  readonly #hashEnd: number
  readonly #nameStart: number
  readonly #nameEnd: number

  /** @param block - the bytes of the node, in which the CID was already validated */
  constructor (block: Uint8Array, { hashStart, hashEnd, nameStart, nameEnd }: PbLinkSpans, tsize: Uint64 | undefined) {
    this.tsize = tsize
    this.#block = block
    this.#hashStart = hashStart
    this.#hashEnd = hashEnd
    this.#nameStart = nameStart
    this.#nameEnd = nameEnd
  }

  get cid (): CID {
    return readCid(this.#block, this.#hashStart, this.#hashEnd)
  }

  /** The bytes of the CID, as a view into the block. */
  get cidBytes (): Uint8Array {
    return this.#block.subarray(this.#hashStart, this.#hashEnd)
  }

  /** The codec of the CID. */
  get code (): number {
    if (this.#block[this.#hashStart] !== 1) {
      return CODEC.dagPb
    }

    const code = this.#block[this.#hashStart + 1]
    return code < 0x80 ? code : this.cid.code
  }

  /** The length of the name in bytes; -1 if the name is omitted. */
  get nameLength (): number {
    return this.#nameStart < 0 ? -1 : this.#nameEnd - this.#nameStart
  }

  /** The name in UTF-8, as a view into the block; undefined if omitted. An omitted name reads as an empty one. */
  get nameBytes (): Uint8Array | undefined {
    return this.#nameStart < 0 ? undefined : this.#block.subarray(this.#nameStart, this.#nameEnd)
  }

  /** Returns whether the link has this name (UTF-8) after a prefix of `from` bytes. An omitted name counts as empty. */
  isNamed (name: Uint8Array, from = 0): boolean {
    const start = Math.max(0, this.#nameStart) + from

    if (this.#nameEnd - start !== name.length) {
      return false
    }

    for (let i = 0; i < name.length; i++) {
      if (this.#block[start + i] !== name[i]) {
        return false
      }
    }

    return true
  }

  get name (): string {
    return this.nameFrom(0)
  }

  /** Returns the name without a prefix of `start` bytes. */
  nameFrom (start: number): string {
    return this.#nameStart < 0 ? '' : decodeUtf8(this.#block.subarray(this.#nameStart + start, this.#nameEnd))
  }

  /** Returns whether the name of this link sorts before that of another link, by bytes. */
  isBefore (other: PbLink): boolean {
    const length = Math.min(this.nameLength, other.nameLength)

    for (let i = 0; i < length; i++) {
      const order = this.#block[this.#nameStart + i] - other.#block[other.#nameStart + i]

      if (order !== 0) {
        return order < 0
      }
    }

    return Math.max(0, this.nameLength) < Math.max(0, other.nameLength)
  }
}
