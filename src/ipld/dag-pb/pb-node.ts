import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { readCid } from '../../cid/binary/read-cid.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'

/** A link as a listing needs it: its CID is made where it is asked for, and not kept. */
export type Linked = Pick<PbLink, 'cid' | 'cidBytes' | 'code' | 'tsize'>

/** The same of a CID that is there already. */
export function linkTo (cid: CID, tsize?: Uint64): Linked {
  return { cid, cidBytes: cid.bytes, code: cid.code, tsize }
}

/** A dag-pb node as it was read (ipld.io/specs/codecs/dag-pb). */
export interface PbNode {
  links: PbLink[]
  /** a view into the block; undefined when the node has none */
  data: Uint8Array | undefined
}

/** Where a link's parts lie in its block. */
export interface PbLinkSpans {
  hashStart: number
  hashEnd: number
  /** -1 when there is no name */
  nameStart: number
  nameEnd: number
}

/**
 * A link of a dag-pb node. Its CID and name are made when they are asked for: a CID takes half a kilobyte, a directory
 * can have a hundred thousand links, a file has no names, and many readers want the one or the other alone. Who needs
 * one of them twice keeps it.
 */
export class PbLink {
  /** bytes of all blocks below, as the writer of the node claims; undefined when left out */
  readonly tsize: Uint64 | undefined
  readonly #block: Uint8Array
  readonly #hashStart: number
  readonly #hashEnd: number
  readonly #nameStart: number
  readonly #nameEnd: number

  /** @param block - the bytes of the node; those of the CID have been found to be one */
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

  /** The bytes of its CID, a view into the block. */
  get cidBytes (): Uint8Array {
    return this.#block.subarray(this.#hashStart, this.#hashEnd)
  }

  /** The codec of its CID. */
  get code (): number {
    if (this.#block[this.#hashStart] !== 1) {
      return CODEC.dagPb
    }

    const code = this.#block[this.#hashStart + 1]
    return code < 0x80 ? code : this.cid.code
  }

  /** Bytes of its name; -1 where it was left out. */
  get nameLength (): number {
    return this.#nameStart < 0 ? -1 : this.#nameEnd - this.#nameStart
  }

  /** UTF-8, a view into the block; undefined when left out, which reads as an empty name */
  get nameBytes (): Uint8Array | undefined {
    return this.#nameStart < 0 ? undefined : this.#block.subarray(this.#nameStart, this.#nameEnd)
  }

  /**
   * Whether it has this name, UTF-8, behind `from` bytes that belong to something else. A name that was left out is an
   * empty one.
   */
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

  /** Its name behind so many bytes that belong to something else. */
  nameFrom (start: number): string {
    return this.#nameStart < 0 ? '' : decodeUtf8(this.#block.subarray(this.#nameStart + start, this.#nameEnd))
  }

  /** Whether its name comes before that of another, by their bytes. */
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
