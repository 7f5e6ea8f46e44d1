import type { CID } from 'multiformats/cid'
import { decodeUtf8 } from '../../go/utf8.ts'

/** A dag-pb node as it was read (ipld.io/specs/codecs/dag-pb). */
export interface PbNode {
  links: PbLink[]
  /** a view into the block; undefined when the node has none */
  data: Uint8Array | undefined
}

/** A link of a dag-pb node. Names are decoded when they are asked for: a file has none, and many readers want CIDs alone. */
export class PbLink {
  readonly cid: CID
  /** bytes of all blocks below, as the writer of the node claims; undefined when left out */
  readonly tsize: number | undefined
  /** UTF-8, a view into the block; undefined when left out, which reads as an empty name */
  readonly nameBytes: Uint8Array | undefined

  constructor (cid: CID, nameBytes: Uint8Array | undefined, tsize: number | undefined) {
    this.cid = cid
    this.nameBytes = nameBytes
    this.tsize = tsize
  }

  get name (): string {
    return this.nameBytes == null ? '' : decodeUtf8(this.nameBytes)
  }
}
