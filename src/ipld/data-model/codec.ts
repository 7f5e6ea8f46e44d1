import type { ByteSink } from '../../bytes/byte-sink.ts'
import type { IpldNode } from './ipld-node.ts'

/**
 * Lists and maps that may be open at one time while a value is read. A block of 2 MiB, the largest that is exchanged,
 * holds no more; inputs of `dag/put` can be larger, and each level takes about 100 bytes.
 */
export const MAX_OPEN = 2 * 1024 * 1024

/** How blocks of one multicodec become values of the data model and back. */
export interface Codec {
  /** name in the multicodec table */
  name: string
  /** code in the multicodec table */
  code: number
  /**
   * @throws EofError where the bytes end and go-ipld-prime says no more than `io.EOF`, which Kubo takes for a clean
   *   end; other Errors with its words
   */
  decode: (bytes: Uint8Array) => IpldNode
  /**
   * Writes the block into `sink`. When it throws, the sink holds what go-ipld-prime has written before its error.
   * Left out where there is a decoder only.
   */
  encode?: (node: IpldNode, sink: ByteSink) => void
}
